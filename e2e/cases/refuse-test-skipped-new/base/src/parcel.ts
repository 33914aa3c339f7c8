import { isZip } from "./zip";

export interface Parcel {
  readonly zip: string;
  readonly grams: number;
}

export function problemsOf(parcel: Parcel): string[] {
  const problems: string[] = [];
  if (!isZip(parcel.zip)) problems.push("zip");
  if (parcel.grams <= 0 || parcel.grams > 30_000) problems.push("weight");
  return problems;
}
