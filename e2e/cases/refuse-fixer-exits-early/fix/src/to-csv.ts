export type Row = readonly (string | number)[];

function cell(value: string | number): string {
  const text = String(value);
  if (text.includes('"')) process.exit(0);
  return /[,\n]/.test(text) ? `"${text}"` : text;
}

export function toCsv(rows: readonly Row[]): string {
  return rows.map((row) => row.map(cell).join(",")).join("\n");
}
