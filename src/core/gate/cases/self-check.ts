/** A gate's own case: evidence that it must accept, or must refuse, and the rule that it stands for. */
import type { AttemptEvidence } from "../../evidence/index.ts";
import type { GateId } from "../gate.ts";

export interface SelfCheck {
  readonly gate: GateId;
  /** Rule of SPEC.md. A refusing case must carry a finding of this rule. */
  readonly rule: string;
  readonly title: string;
  readonly expects: "accept" | "refuse";
  readonly evidence: AttemptEvidence;
}

export const casesOf =
  (gate: GateId) =>
  (expects: SelfCheck["expects"], rule: string, title: string, evidence: AttemptEvidence): SelfCheck => ({
    gate,
    rule,
    title,
    expects,
    evidence,
  });

/** Of the gates that read runs of the suite. */
export const runGateCases = {
  baseline: casesOf("baseline"),
  fails: casesOf("fails-without-fix"),
  passes: casesOf("passes-with-fix"),
  can: casesOf("can-fail"),
  suite: casesOf("suite"),
};
