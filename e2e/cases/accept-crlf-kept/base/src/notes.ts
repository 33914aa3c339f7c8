export interface Note {
  readonly text: string;
  readonly done: boolean;
}

export function countNotes(notes: readonly Note[]): number {
  return notes.length;
}
