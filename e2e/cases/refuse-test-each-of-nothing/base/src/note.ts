export const NOTES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"] as const;

const FLATS: Readonly<Record<string, string>> = { Db: "C#", Eb: "D#", Gb: "F#", Ab: "G#", Bb: "A#" };

export function indexOfNote(name: string): number {
  const sharp = FLATS[name] ?? name;
  const index = NOTES.findIndex((note) => note === sharp);
  if (index < 0) throw new RangeError(`no such note: ${name}`);
  return index;
}
