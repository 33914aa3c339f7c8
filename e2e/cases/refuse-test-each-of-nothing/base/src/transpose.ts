import { indexOfNote, NOTES } from "./note";

export function transpose(name: string, steps: number): string {
  const target = (indexOfNote(name) + steps) % NOTES.length;
  const note = NOTES[target];
  if (note === undefined) throw new RangeError(`no note at ${target}`);
  return note;
}
