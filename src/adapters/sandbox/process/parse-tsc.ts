/** Reads what `tsc --pretty false` prints. A line that is neither a diagnostic nor the continuation of one is kept apart, never dropped. */
import type { Diagnostic } from "../../../core/evidence/index.ts";
import { parseRepoPath } from "../../../core/snapshot/index.ts";

export interface TscOutput {
  readonly diagnostics: readonly Diagnostic[];
  /** Lines that are no diagnostic: a crash of tsc, a missing program. */
  readonly rest: readonly string[];
}

const PLACED = /^(.+?)\((\d+),(\d+)\): (?:error|warning) TS(\d+): (.*)$/;
const PLAIN = /^error TS(\d+): (.*)$/;

/**
 * @param folder where tsc ran, relative to the repository's root ("" is the root): tsc prints paths relative to it
 * @param root absolute path of the repository on that machine; written as `<root>` in messages
 */
export function parseTscOutput(output: string, { folder, root }: { readonly folder: string; readonly root: string }): TscOutput {
  const diagnostics: Diagnostic[] = [];
  const rest: string[] = [];
  const cleaned = root === "" ? output : output.replaceAll(`${root}/`, "<root>/");
  for (const line of cleaned.split(/\r?\n/)) {
    const last = diagnostics.at(-1);
    const placed = PLACED.exec(line);
    if (placed !== null) {
      const [, file = "", at, column, code, message = ""] = placed;
      const path = parseRepoPath(resolve(folder, file));
      const place = path.ok ? { path: path.value, line: Number(at), column: Number(column) } : {};
      diagnostics.push({ ...place, code: Number(code), message: path.ok ? message : `${file}: ${message}` });
      continue;
    }
    const plain = PLAIN.exec(line);
    if (plain !== null) diagnostics.push({ code: Number(plain[1]), message: plain[2] ?? "" });
    else if (/^\s+\S/.test(line) && last !== undefined)
      diagnostics[diagnostics.length - 1] = { ...last, message: `${last.message}\n${line}` };
    else if (line.trim() !== "") rest.push(line);
  }
  return { diagnostics, rest };
}

function resolve(folder: string, file: string): string {
  if (file.startsWith("<root>/")) return file.slice("<root>/".length);
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of file.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}
