export { feedbackFor, type Feedback } from "./feedback.ts";
export { endOf, overBudget, sameInARow, STUCK_AFTER, type BudgetUse, type Observation } from "./next-step.ts";
export * from "./run.ts";
export * from "./run-view.ts";
