import { countLines } from "../bin/count-lines.js";

export function summary(files: Readonly<Record<string, string>>): string {
  const counts = Object.values(files).map(countLines);
  return `${counts.reduce((sum, count) => sum + count, 0)} lines in ${counts.length} files`;
}
