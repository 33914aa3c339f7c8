/** Puts a probe together: which files to lay over the candidate, which test file to run, which title stands for which mutant. */
import type { SourcePlace } from "../../../src/core/evidence/index.ts";
import type { RepoPath } from "../../../src/core/snapshot/index.ts";
import type { GeneratedMutant, WitnessPlan } from "../../../src/protocol/analysis.ts";
import { hintsOf } from "./harvest.ts";
import { guardLoops } from "./loop-guard.ts";
import { probeSource } from "./probe.ts";
import { programsFor, type Program } from "./programs.ts";
import { createTypedProgram } from "./targets.ts";

export interface PlanInput {
  readonly path: RepoPath;
  readonly base: string | null;
  readonly candidate: string;
  readonly mutants: readonly GeneratedMutant[];
  readonly again: readonly SourcePlace[];
  /** Every script of the candidate by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** A test file that the repository's configuration includes; the probe is laid beside it under a like name. */
  readonly besideTest: RepoPath;
  readonly tests: readonly { readonly path: string; readonly text: string }[];
  readonly seed: number;
}

const MAX_PROGRAMS = 600;

export function planWitnesses(input: PlanInput): WitnessPlan | null {
  const typed = createTypedProgram(input.texts, [input.path]);
  const hints = hintsOf([{ path: input.path, text: input.candidate }, ...input.tests]);
  const programs = new Map<string, Program>();
  for (const place of [...input.mutants.map((mutant) => mutant.place), ...input.again]) {
    const position = offsetOf(input.candidate, place.line, place.column);
    for (const target of typed.targetsAt(input.path, position))
      for (const program of programsFor(target, input.tests, hints, input.seed)) programs.set(program.code, program);
  }
  if (programs.size === 0) return null;

  const extension = /\.[cm]?[jt]sx?$/.exec(input.path)?.[0] ?? ".ts";
  const stem = input.path.slice(0, -extension.length);
  const copy = (tag: string): string => `${stem}.fixgate-${tag}${extension}`;
  const probePath = input.besideTest.replace(/([^/]*?)(\.[^/]*)$/, "$1-fixgate-probe$2");
  const specifier = (path: string): string => relative(probePath, path);
  const files: { path: string; text: string }[] = [{ path: copy("candidate"), text: guardLoops(input.path, input.candidate) }];
  if (input.base !== null) files.push({ path: copy("base"), text: guardLoops(input.path, input.base) });
  input.mutants.forEach((mutant, index) =>
    files.push({ path: copy(`mutant-${String(index)}`), text: guardLoops(input.path, mutant.text) }),
  );
  files.push({
    path: probePath,
    text: probeSource({
      candidate: { name: "candidate", specifier: specifier(copy("candidate")) },
      base: input.base === null ? null : { name: "base", specifier: specifier(copy("base")) },
      mutants: input.mutants.map((mutant, index) => ({ name: mutant.id, specifier: specifier(copy(`mutant-${String(index)}`)) })),
      again: input.again.length > 0,
      programs: [...programs.values()]
        .sort((a, b) => Number(b.ran) - Number(a.ran) || a.shown.length - b.shown.length)
        .slice(0, MAX_PROGRAMS),
    }),
  });
  return { files, probe: probePath, programs: Math.min(programs.size, MAX_PROGRAMS) };
}

function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  return lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

function relative(from: string, to: string): string {
  const a = from.split("/").slice(0, -1);
  const b = to.split("/");
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  const up = a.slice(common).map(() => "..");
  const path = [...up, ...b.slice(common)].join("/");
  return path.startsWith(".") ? path : `./${path}`;
}
