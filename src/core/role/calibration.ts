/** How well a model reviews, before its approval counts: its replies to labelled changes, read as the review gate reads one. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { parseReviewReply } from "../gate/review-reply.ts";
import { oidOf, type Oid } from "../snapshot/index.ts";
import type { CalibrationCase } from "./calibration-cases.ts";
import { nonceOf } from "./nonce.ts";
import type { PromptBudget } from "./prompt-budget.ts";
import { reviewerPrompt, type PromptMessage } from "./prompts.ts";

export interface CalibrationAnswer {
  readonly case: CalibrationCase;
  /** As it came; null: the model gave none. */
  readonly reply: string | null;
}

export interface CalibrationScore {
  readonly right: number;
  readonly total: number;
  /** What it got wrong, and how. */
  readonly missed: readonly { readonly id: string; readonly kind: string; readonly message: string }[];
}

/** A stand-in for the candidate's tree: there is none, and the reply must name it all the same. */
export function calibrationOid(item: CalibrationCase): Oid {
  return oidOf(bytesToHex(sha256(utf8ToBytes(item.diff))).slice(0, 40));
}

export function calibrationPrompt(item: CalibrationCase, budget: PromptBudget): readonly PromptMessage[] {
  const candidate = calibrationOid(item);
  return reviewerPrompt({
    nonce: nonceOf([item.title, item.body, item.diff, ...item.statements]),
    budget,
    ticket: { title: item.title, body: item.body, acceptance: item.statements.map((statement) => ({ statement })) },
    candidate,
    statements: item.statements,
    diff: item.diff,
    // True of all ten, and of no help: what tests could see they have seen.
    verdicts: "suite: pass\ntypecheck: pass",
  });
}

/** A right change must be approved and a wrong one rejected, in words that can be read: silence is neither. */
export function scoreCalibration(answers: readonly CalibrationAnswer[]): CalibrationScore {
  const missed = answers.flatMap(({ case: item, reply }) => {
    const message = complaint(item, reply);
    return message === null ? [] : [{ id: item.id, kind: item.kind, message }];
  });
  return { right: answers.length - missed.length, total: answers.length, missed };
}

function complaint(item: CalibrationCase, reply: string | null): string | null {
  if (reply === null) return "it gave no reply";
  const read = parseReviewReply(reply, item.statements, item);
  if (!read.ok) return read.error.message;
  const { oid, verdict, statements } = read.value;
  if (oid !== calibrationOid(item)) return "it answered about another snapshot";
  const contradiction = (verdict === "approve") !== statements.every(({ met }) => met);
  if (contradiction) return "its verdict contradicts its entries";
  if ((verdict === "approve") !== (item.label === "right"))
    return item.label === "right" ? "it rejected a right change" : `it approved a wrong change: ${item.why}`;
  return null;
}
