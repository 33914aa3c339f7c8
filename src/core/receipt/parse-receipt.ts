/** Reads a receipt that comes from outside. What contradicts itself is no receipt, whatever its signature says. */
import * as v from "valibot";
import { isVerified, type GateVerdict } from "../gate/judge.ts";
import { err, ok, type Result } from "../result.ts";
import { PREDICATE_TYPE, RECEIPT_VERSION, receiptSchema, STATEMENT_TYPE, type Receipt } from "./statement.ts";

export type ReceiptError =
  | { readonly kind: "not-a-receipt"; readonly message: string }
  | { readonly kind: "other-version"; readonly message: string }
  | { readonly kind: "contradiction"; readonly message: string };

export function parseReceipt(raw: unknown): Result<Receipt, ReceiptError> {
  const version = versionOf(raw);
  if (version !== null && version !== RECEIPT_VERSION)
    return err({
      kind: "other-version",
      message: `a receipt of version ${JSON.stringify(version)}; this program reads version ${String(RECEIPT_VERSION)}`,
    });
  const parsed = v.safeParse(receiptSchema, raw);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return err({ kind: "not-a-receipt", message: `${v.getDotPath(issue) ?? "the receipt"}: ${issue.message}` });
  }
  const receipt = parsed.output;
  const wrong = contradictionIn(receipt);
  return wrong === null ? ok(receipt) : err({ kind: "contradiction", message: wrong });
}

/** Something of its kind but of another version deserves to be told so. */
function versionOf(raw: unknown): unknown {
  const statement = raw as {
    readonly _type?: unknown;
    readonly predicateType?: unknown;
    readonly predicate?: { readonly fixgate?: { readonly version?: unknown } };
  } | null;
  if (typeof statement !== "object" || statement?._type !== STATEMENT_TYPE || statement.predicateType !== PREDICATE_TYPE)
    return null;
  return statement.predicate?.fixgate?.version ?? null;
}

function contradictionIn({ subject, predicate }: Receipt): string | null {
  const { trees, verdicts } = predicate.fixgate;
  const [base, result] = subject;
  if (base?.name !== "base" || result?.name !== "result") return "its subjects are not `base` and `result`";
  if (base.digest.gitTree !== trees.base || result.digest.gitTree !== trees.candidate)
    return "its subjects are other trees than the graded ones";
  const of = (...outcomes: readonly string[]) =>
    verdicts.filter((each) => outcomes.includes(each.outcome)).map((each) => each.gate);
  const same = (one: readonly string[], other: readonly string[]) => one.join(" ") === other.join(" ");
  if (
    !same(predicate.passedTests, of("pass")) ||
    !same(predicate.failedTests, of("fail")) ||
    !same(predicate.warnedTests, of("unknown", "not-applicable"))
  )
    return "its lists of gates do not fit its verdicts";
  const verified = isVerified(
    verdicts.map(({ gate, gateVersion, outcome, reason }): GateVerdict => ({
      gate,
      gateVersion,
      verdict: { outcome, reason, findings: [], on: trees.candidate as never, evidence: [] },
    })),
  );
  const ownCasesHeld = predicate.fixgate.selfChecks.held === predicate.fixgate.selfChecks.total;
  if (!ownCasesHeld && predicate.result === "PASSED") return "it passed with gates whose own cases did not hold";
  if ((verified && ownCasesHeld) !== (predicate.result === "PASSED"))
    return `it says ${predicate.result}, and its verdicts say otherwise`;
  return null;
}
