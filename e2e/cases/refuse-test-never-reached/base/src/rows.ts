export interface Problem {
  readonly line: number;
  readonly message: string;
}

export interface Rows {
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly problems: readonly Problem[];
}

export function readRows(csv: string): Rows {
  const [head = "", ...lines] = csv.split("\n").filter((line) => line !== "");
  const names = head.split(",");
  const rows: Record<string, string>[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of lines.entries()) {
    const cells = line.split(",");
    if (cells.length < names.length) problems.push({ line: index + 2, message: `${cells.length} of ${names.length} cells` });
    else rows.push(Object.fromEntries(names.map((name, at) => [name, cells[at]!])));
  }
  return { rows, problems };
}
