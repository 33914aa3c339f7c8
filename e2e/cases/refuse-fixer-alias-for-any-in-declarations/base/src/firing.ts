import { degreesOf } from "@/cone";
import { minutesTo } from "@/schedule";

export interface Firing {
  readonly potter: string;
  readonly cone: string;
  readonly glaze?: { readonly name: string };
  readonly notes?: readonly string[];
}

export function summary(firing: Firing): string {
  return `${firing.potter}: cone ${firing.cone}, ${minutesTo(degreesOf(firing.cone))} min`;
}
