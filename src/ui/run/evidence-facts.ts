/** What the drawer reads out of a record's evidence beside the verdicts. It states, it doesn't judge: that is the gates' work. */
import type { AttemptEvidence, SuiteReport, Unsupported } from "../../core/evidence/index.ts";

function suites(evidence: AttemptEvidence): readonly SuiteReport[] {
  return [...evidence.baseline, ...evidence.baseWithTests, ...evidence.candidate].map((sealed) => sealed.value);
}

export function unsupportedOf(evidence: AttemptEvidence): readonly Unsupported[] {
  const all = [
    ...suites(evidence).flatMap((report) => report.unsupported),
    ...(evidence.typecheckCandidate?.value.unsupported ?? []),
    ...(evidence.mutation?.value.unsupported ?? []),
    ...(evidence.format?.value.unsupported ?? []),
  ];
  return [...new Map(all.map((one) => [`${one.what}\0${one.path ?? ""}\0${one.advice}`, one])).values()];
}

export function notesOf(evidence: AttemptEvidence): readonly string[] {
  return [...new Set(suites(evidence).flatMap((report) => report.notes))];
}

export interface ChangedMind {
  readonly id: string;
  readonly states: readonly string[];
}

/** Tests whose state differs between runs on one and the same tree. */
export function changedTheirMind(evidence: AttemptEvidence): readonly ChangedMind[] {
  const found = new Map<string, ChangedMind>();
  for (const runs of [evidence.baseline, evidence.baseWithTests, evidence.candidate]) {
    const states = new Map<string, string[]>();
    for (const { on, value } of runs)
      for (const file of value.files)
        for (const test of file.tests) {
          const key = `${on}\0${test.id}`;
          states.set(key, [...(states.get(key) ?? []), test.state]);
        }
    for (const [key, seen] of states) {
      const id = key.slice(key.indexOf("\0") + 1);
      if (new Set(seen).size > 1) found.set(id, { id, states: seen });
    }
  }
  return [...found.values()];
}
