import { indexOfNote, NOTES } from "./note";

export function transpose(name: string, steps: number): string {
  const size = NOTES.length;
  const target = (size + indexOfNote(name) + Math.abs(steps)) % size;
  const note = NOTES[target];
  if (note === undefined) throw new RangeError(`no note at ${target}`);
  return note;
}
