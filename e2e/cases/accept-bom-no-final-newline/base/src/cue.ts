import { seconds } from "./stamp";

export interface Cue {
  readonly from: number;
  readonly to: number;
}

export function parseCue(line: string): Cue {
  const [from = "", to = ""] = line.split(" --> ");
  return { from: seconds(from), to: seconds(to) };
}