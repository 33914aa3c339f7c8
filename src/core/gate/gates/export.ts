/** Does the exported patch, applied to a fresh checkout of base, give byte for byte the tree that was graded? */
import type { Gate } from "../gate.ts";
import { inquire, short } from "../verdicts.ts";

export const exportGate: Gate = {
  id: "export",
  version: 1,
  question: "Is the exported patch what was graded?",
  judge: (evidence) =>
    inquire(evidence, { pass: () => `the patch gives the graded tree ${short(evidence.snapshots.candidate)}` }, (inquiry) => {
      const { applied, reason } = inquiry.need("export");
      if (applied === null) inquiry.error({ rule: "EX1", message: `the patch does not apply to base: ${reason}` });
      else if (applied !== evidence.snapshots.candidate)
        inquiry.error({
          rule: "EX2",
          message: "the patch gives another tree than the one that was graded",
          expected: evidence.snapshots.candidate,
          received: applied,
        });
    }),
};
