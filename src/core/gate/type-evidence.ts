/** Type tests are red by diagnostics alone. Two gates ask for these; what counts is said once, here. */
import { typeProofs, type TypeProof } from "./new-tests.ts";
import type { Inquiry } from "./verdicts.ts";

export function proofsByTypes(inquiry: Inquiry): readonly TypeProof[] {
  const withTests = inquiry.maybe("typecheckBaseWithTests");
  const base = inquiry.maybe("typecheckBase");
  const candidate = inquiry.maybe("typecheckCandidate");
  if (withTests === null || base === null || candidate === null || !withTests.applicable || !candidate.applicable) return [];
  if (withTests.unsupported.some((entry) => entry.affects) || candidate.unsupported.some((entry) => entry.affects)) return [];
  // Nothing that runs was changed: mutants there may be, of the changed lines, but none of what was changed in them.
  const typesOnly = inquiry.maybe("mutation")?.mutants.every((mutant) => !mutant.onChangedToken) ?? false;
  return typeProofs(inquiry.evidence, base.diagnostics, withTests.diagnostics, candidate.diagnostics, typesOnly);
}
