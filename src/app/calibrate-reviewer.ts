/** Puts the labelled changes to a reviewer's model. The date and the score stand on the receipt of what it then approves. */
import type { ReviewReport } from "../core/evidence/index.ts";
import { err, ok, type Result } from "../core/result.ts";
import { CALIBRATION_CASES } from "../core/role/calibration-cases.ts";
import {
  calibrationOid,
  calibrationPrompt,
  scoreCalibration,
  type CalibrationAnswer,
  type CalibrationScore,
} from "../core/role/calibration.ts";
import { budgetFor, reviewGrammar, reviewSchema, seedOf } from "../core/role/index.ts";
import type { TicketId } from "../core/ticket/index.ts";
import type { Clock, ModelBackend, ModelError } from "./ports/index.ts";

export interface CalibrationResult {
  readonly report: Extract<ReviewReport["calibration"], { readonly kind: "done" }>;
  readonly score: CalibrationScore;
}

/** The backend must be loaded. A reply that never came counts against the model; a lost engine ends it without a score. */
export async function calibrateReviewer(
  backend: ModelBackend,
  options: {
    readonly signal: AbortSignal;
    readonly clock: Clock;
    readonly onProgress?: (done: number, total: number) => void;
  },
): Promise<Result<CalibrationResult, ModelError>> {
  const { grammar: kind, contextTokens } = backend.capabilities;
  const budget = budgetFor(contextTokens);
  const answers: CalibrationAnswer[] = [];
  for (const item of CALIBRATION_CASES) {
    const oid = calibrationOid(item);
    const grammar =
      kind === "gbnf" ? reviewGrammar(oid, item.statements) : kind === "json-schema" ? reviewSchema(oid, item.statements) : null;
    const ticket = item.id as TicketId;
    const generated = await backend.generate(
      {
        purpose: { ticket, role: "reviewer", attempt: 1, retry: 0 },
        messages: calibrationPrompt(item, budget),
        maxTokens: budget.answer,
        temperature: 0.2,
        seed: seedOf(ticket, "reviewer", 1, 0),
        stop: [],
        ...(grammar === null ? {} : { grammar }),
      },
      { signal: options.signal },
    );
    if (!generated.ok && generated.error.kind !== "never-stopped" && generated.error.kind !== "no-reply")
      return err(generated.error);
    answers.push({ case: item, reply: generated.ok ? generated.value.text : null });
    options.onProgress?.(answers.length, CALIBRATION_CASES.length);
  }
  const score = scoreCalibration(answers);
  const date = new Date(options.clock.now()).toISOString().slice(0, 10);
  return ok({ report: { kind: "done", right: score.right, total: score.total, date }, score });
}
