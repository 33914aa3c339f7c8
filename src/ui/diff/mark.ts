/** A finding at a line of a changed file, as both views draw it. */
import type { GateId } from "../../core/gate/gate.ts";
import type { AttemptView } from "../../core/run/index.ts";
import type { Finding } from "../../core/verdict/index.ts";

export interface DiffMark {
  readonly gate: GateId;
  readonly finding: Finding;
  readonly path: string;
  readonly line: number;
}

/** Where to look; `at` grows with each request, so that asking for the same line twice shows it twice. */
export interface Reveal {
  readonly path: string;
  readonly line: number;
  readonly at: number;
}

export function marksOf(attempt: AttemptView): readonly DiffMark[] {
  return attempt.gates.flatMap(({ gate, verdict }) =>
    (verdict?.findings ?? []).flatMap((finding) =>
      finding.path === undefined || finding.line === undefined ? [] : [{ gate, finding, path: finding.path, line: finding.line }],
    ),
  );
}
