export { GATE_IDS, type Gate, type GateId } from "./gate.ts";
export { GATES, isVerified, judgeAll, judgeSafely, type GateVerdict } from "./judge.ts";
export { parseReviewReply, type ReviewProblem, type ReviewReply } from "./review-reply.ts";
export { CALIBRATION_BAR, CALIBRATION_CASES } from "./gates/review.ts";
export { RUNS_OF_NEW_TESTS } from "./gates/passes-with-fix.ts";
export { SELF_CHECKS, type SelfCheck } from "./cases/index.ts";
export {
  INTEGRATION_VERSION,
  judgeIntegration,
  nextCulpritProbe,
  suspectsIn,
  type ConvergedTicket,
  type CulpritPlan,
  type CulpritProbe,
  type IntegrationConflict,
  type IntegrationEvidence,
} from "./integration.ts";
