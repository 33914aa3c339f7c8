export { ROLES, type Role, type WritingRole } from "./role.ts";
export { applyReplacements, withFormOf } from "./apply-edits.ts";
export { rankPaths, relativeImports, testsNear } from "./choose-files.ts";
export type { Edit, EditError, EditErrorKind, Replacement } from "./edits.ts";
export { nonceOf, seedOf } from "./nonce.ts";
export { parseEdits } from "./parse-edits.ts";
export { budgetFor, clip, estimateTokens, excerpt, type PromptBudget } from "./prompt-budget.ts";
export {
  fixerPrompt,
  retryPrompt,
  reviewerPrompt,
  testWriterPrompt,
  type FixerPrompt,
  type PromptMessage,
  type PromptTicket,
  type ReviewerPrompt,
  type ShownFile,
  type TestWriterPrompt,
} from "./prompts.ts";
export { reviewGrammar, reviewSchema } from "./review-form.ts";
export { publicSignatures } from "./signatures.ts";
