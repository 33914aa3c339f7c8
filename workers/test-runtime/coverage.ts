/** The counters of executed statements, read when a file has ended. */
import { COVERAGE_VARIABLE } from "../../src/protocol/sandbox-host.ts";

/** Executed counts by line, from the statement counters: the highest count of the statements that begin on it. */
export function takeCoverage(): (readonly [path: string, lines: readonly (readonly [line: number, hits: number])[]])[] {
  const scope = globalThis as unknown as Record<string, Record<string, { readonly s: Record<string, number> }> | undefined>;
  const counters = scope[COVERAGE_VARIABLE] ?? {};
  const lineOf = (scope[`${COVERAGE_VARIABLE}lines`] ?? {}) as unknown as Record<string, Record<string, number>>;
  return Object.entries(counters).map(([file, { s: counts }]) => {
    const lines = new Map<number, number>();
    for (const [id, hits] of Object.entries(counts)) {
      const line = lineOf[file]?.[id];
      if (line !== undefined) lines.set(line, Math.max(lines.get(line) ?? 0, hits));
    }
    return [file.startsWith("/repo/") ? file.slice(6) : file, [...lines].sort(([a], [b]) => a - b)] as const;
  });
}
