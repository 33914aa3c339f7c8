/** Type tests are red by diagnostics alone. Two gates ask for these; what counts is said once, here. */
import { typeProofs, type TypeProof } from "./new-tests.ts";
import type { Inquiry } from "./verdicts.ts";

export function proofsByTypes(inquiry: Inquiry): readonly TypeProof[] {
  const withTests = inquiry.maybe("typecheckBaseWithTests");
  const base = inquiry.maybe("typecheckBase");
  const candidate = inquiry.maybe("typecheckCandidate");
  if (withTests === null || base === null || candidate === null || !withTests.applicable || !candidate.applicable) return [];
  if (withTests.unsupported.some((entry) => entry.affects) || candidate.unsupported.some((entry) => entry.affects)) return [];
  const typesOnly = inquiry.maybe("mutation")?.nothingToMutate ?? false;
  return typeProofs(inquiry.evidence, base.diagnostics, withTests.diagnostics, candidate.diagnostics, typesOnly);
}
