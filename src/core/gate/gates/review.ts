/** Does the change do what the ticket asks, statement by statement? A model's word, read so that nothing has to be guessed. */
import { statementsOf } from "../../ticket/index.ts";
import type { Gate } from "../gate.ts";
import { parseReviewReply } from "../review-reply.ts";
import { count, firstLine, inquire, short } from "../verdicts.ts";

/** A reviewer must have judged this many labelled changes, this share of them rightly, before its word counts. */
export const CALIBRATION_CASES = 10;
export const CALIBRATION_BAR = 0.8;

export const reviewGate: Gate = {
  id: "review",
  version: 1,
  question: "Does the change do what the ticket asks?",
  judge: (evidence) => {
    const statements = statementsOf(evidence.ticket);
    return inquire(
      evidence,
      { pass: () => `${count(statements.length, "statement")} met, says the reviewer (${evidence.review?.value.model ?? ""})` },
      (inquiry) => {
        const review = inquiry.need("review");
        const { calibration } = review;
        if (calibration.kind === "missing") inquiry.doubt("RE6", `${review.model} was not calibrated as a reviewer`);
        else if (
          calibration.kind === "done" &&
          (calibration.total < CALIBRATION_CASES || calibration.right < CALIBRATION_BAR * calibration.total)
        )
          inquiry.doubt(
            "RE6",
            `${review.model} judged ${String(calibration.right)} of ${String(calibration.total)} labelled changes rightly; the bar is ${String(CALIBRATION_BAR * 100)} % of at least ${String(CALIBRATION_CASES)}`,
          );
        if (review.sameModelAsFixer) inquiry.note({ rule: "RE7", message: "the reviewer is the fixer's own model" });
        const parsed = parseReviewReply(review.reply, statements, evidence.ticket);
        if (!parsed.ok) return inquiry.unknown(parsed.error.rule, parsed.error.message);
        const reply = parsed.value;
        if (reply.oid !== evidence.snapshots.candidate)
          inquiry.unknown("RE3", `the review is of ${short(reply.oid)}, not of ${short(evidence.snapshots.candidate)}`);
        for (const entry of reply.statements)
          if (!entry.met)
            inquiry.error({
              rule: reply.verdict === "approve" ? "RE5" : "RE4",
              message: `${reply.verdict === "approve" ? "approved although it is not met" : "not met"}: ${entry.statement}${entry.evidence === "" ? "" : ` (${firstLine(entry.evidence)})`}`,
            });
        if (reply.verdict === "reject" && reply.statements.every((entry) => entry.met))
          inquiry.error({ rule: "RE4", message: "the reviewer rejects the change, and marks every statement as met" });
      },
    );
  },
};
