export interface Run {
  readonly unit: string;
  readonly length: number;
}

/** By UTF-16 code unit. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const unit of text.split("")) {
    const last = runs.at(-1);
    if (last?.unit === unit) runs[runs.length - 1] = { unit, length: last.length + 1 };
    else runs.push({ unit, length: 1 });
  }
  return runs;
}
