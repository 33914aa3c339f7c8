export interface Note {
  readonly text: string;
  readonly done: boolean;
}

export function countNotes(notes: readonly Note[]): number {
  return notes.filter((note) => note.text.trim() !== "").length;
}
