import type { Note } from "./notes";

export function openNotes(notes: readonly Note[]): Note[] {
  return notes.filter((note) => !note.done);
}
