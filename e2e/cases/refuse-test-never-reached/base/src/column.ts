import { readRows } from "./rows";

export function column(csv: string, name: string): string[] {
  return readRows(csv).rows.flatMap((row) => row[name] ?? []);
}
