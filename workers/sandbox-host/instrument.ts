/**
 * Statement counters by Istanbul's instrumenter, for the files that a run asks about. It sees plain JavaScript; the map
 * back to the source travels inside its own record, so that lines are those of the file as it is written.
 */
import { createInstrumenter } from "istanbul-lib-instrument";
import { originalPositionFor, TraceMap, type SourceMapInput } from "@jridgewell/trace-mapping";

import { COVERAGE_VARIABLE } from "../../src/protocol/sandbox-host.ts";

interface Range {
  readonly start: { readonly line: number; readonly column: number };
}

export function createInstrument(): (
  code: string,
  file: string,
  map: object | null,
) => { readonly code: string; readonly map: object | null } {
  const instrumenter = createInstrumenter({
    esModules: true,
    compact: false,
    produceSourceMap: true,
    coverageVariable: COVERAGE_VARIABLE,
    coverageGlobalScope: "globalThis",
    coverageGlobalScopeFunc: false,
    generatorOpts: {},
  });
  return (code, file, map) => {
    const instrumented = instrumenter.instrumentSync(code, file);
    const trace = map === null ? null : new TraceMap(map as unknown as SourceMapInput);
    const { statementMap } = instrumenter.lastFileCoverage() as { statementMap: Record<string, Range> };
    // Statement number to the line in the source, laid beside the code: the worker reports lines, not statements.
    const lines: Record<string, number> = {};
    for (const [id, { start }] of Object.entries(statementMap)) {
      const line = trace === null ? start.line : originalPositionFor(trace, start).line;
      if (line !== null) lines[id] = line;
    }
    const record = `(globalThis.${COVERAGE_VARIABLE}lines ??= {})[${JSON.stringify(file)}] = ${JSON.stringify(lines)};`;
    return { code: `${instrumented}\n${record}\n`, map: instrumenter.lastSourceMap() };
  };
}
