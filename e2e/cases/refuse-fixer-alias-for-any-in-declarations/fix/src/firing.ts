import { degreesOf } from "@/cone";
import { minutesTo } from "@/schedule";

export interface Firing {
  readonly potter: string;
  readonly cone: string;
  readonly glaze?: { readonly name: string };
  readonly notes?: readonly string[];
}

export function summary(firing: Firing): string {
  const record: Loose = firing;
  const glaze = record.glaze ? `, glaze ${record.glaze.name}` : "";
  const note = record.note?.[0] ? ` (${record.note[0]})` : "";
  return `${firing.potter}: cone ${firing.cone}, ${minutesTo(degreesOf(firing.cone))} min${glaze}${note}`;
}
