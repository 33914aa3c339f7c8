/**
 * Do the tests notice when the changed lines are altered? Which survivors count was found by a trial on people's own
 * fixes (SPEC.md has the rule): equivalent mutants, and behaviour that the fix never touched, accuse nobody.
 */
import type { AttemptEvidence, MutantReport, Witness } from "../../evidence/index.ts";
import type { Gate } from "../gate.ts";
import { count, inquire } from "../verdicts.ts";

export const mutationGate: Gate = {
  id: "mutation",
  version: 1,
  question: "Do the tests notice when the changed lines are altered?",
  judge: (evidence) => {
    let killed = 0;
    let shown = 0;
    let endless = 0;
    return inquire(
      evidence,
      {
        pass: () =>
          `${count(killed, "mutant")} killed${endless === 0 ? "" : `, ${String(endless)} never ended and counted apart`}${shown === 0 ? "" : `, ${count(shown, "survivor")} shown that ${shown === 1 ? "does" : "do"} not count`}`,
      },
      (inquiry) => {
        const report = inquiry.need("mutation");
        const blocking = report.unsupported.find((entry) => entry.affects);
        if (blocking !== undefined) inquiry.unknown("EV7", `the mutants could not be run: ${blocking.what}. ${blocking.advice}`);
        for (const { path, call, candidate, mutant } of report.usedUp ?? [])
          inquiry.error({
            rule: "MU7",
            path,
            message: `the fix is used up: ${brief(call)} gives ${brief(candidate)} at first, and ${brief(mutant)} again later, as base did`,
            expected: candidate,
            received: mutant,
          });
        if (report.nothingToMutate) inquiry.notApplicable("nothing of the change can be mutated");
        if (report.mutants.length === 0) inquiry.unknown("MU5", "no mutant was made of the changed lines");
        if (report.mutants.every((mutant) => mutant.state === "invalid"))
          inquiry.notApplicable("no mutant of the changed lines compiles");
        let notRun = 0;
        let ran = 0;
        for (const mutant of report.mutants) {
          const place = {
            path: mutant.place.path,
            line: mutant.place.line,
            expected: mutant.original,
            received: mutant.replacement,
          };
          if (mutant.state !== "invalid" && mutant.state !== "not-run") ran++;
          switch (mutant.state) {
            case "killed":
              killed++;
              break;
            case "survived": {
              const why = survivorCounts(evidence, mutant);
              if (why === null) {
                shown++;
                inquiry.note({ rule: "MU4", ...place, message: `not protected before either: ${change(mutant)} goes unnoticed` });
              } else inquiry.error({ rule: why.rule, ...place, message: `${change(mutant)} goes unnoticed: ${why.because}` });
              break;
            }
            case "not-covered":
              if (mutant.onChangedToken && !mutant.operator.includes("StringLiteral"))
                inquiry.error({ rule: "MU2", ...place, message: `no test executes the changed \`${brief(mutant.original)}\`` });
              else inquiry.note({ rule: "MU4", ...place, message: `no test executes \`${brief(mutant.original)}\`` });
              break;
            case "timeout":
              endless++;
              inquiry.note({ rule: "MU3", ...place, message: `${change(mutant)} never ends: counted apart, not as noticed` });
              break;
            case "not-run":
              if (mutant.onChangedToken) notRun++;
              break;
            case "invalid":
              break;
          }
        }
        if (notRun > 0) {
          const message = `${count(notRun, "mutant")} of changed code ${notRun === 1 ? "was" : "were"} not run: budget of ${String(report.budget.mutants)}`;
          // A budget that was spent was agreed on beforehand; one that was not spent is a run that broke off.
          if (ran >= report.budget.mutants) inquiry.note({ rule: "MU6", message });
          else inquiry.doubt("MU6", message);
        }
      },
    );
  },
};

const brief = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(/\s+/g, " ");
const change = (mutant: MutantReport): string => `\`${brief(mutant.original)}\` → \`${brief(mutant.replacement)}\``;

/** Why a survivor counts, or null: the rule MU1 of SPEC.md. */
export function survivorCounts(
  evidence: AttemptEvidence,
  mutant: MutantReport,
): { readonly rule: string; readonly because: string } | null {
  const { witness } = mutant;
  if (!mutant.onChangedToken || witness === undefined || !isWitness(witness)) return null;
  const { base } = witness;
  // A renamed file is no new one: base has an answer of its own there.
  const isNew = base === undefined && evidence.fix.changes.some((each) => each.path === mutant.place.path && each.before === null);
  const says = `${brief(witness.call)} gives ${brief(witness.candidate)}, and with the mutant ${brief(witness.mutant)}`;
  if (isNew || (base !== undefined && base !== witness.candidate)) {
    if (isNew) return { rule: "MU1a", because: says };
    if (base !== witness.mutant) return { rule: "MU1a", because: `${says}; on base ${brief(base ?? "")}` };
  }
  if (base !== undefined && base === witness.mutant && !isSmallStep(mutant))
    return { rule: "MU1b", because: `${says}, as base did` };
  if (witness.ranBySuite) return { rule: "MU1c", because: `${says}; the suite ran this very input and did not look` };
  return null;
}

/** A difference that an honest test could have asserted: no NaN, infinity or -0 about it, and not two ways of throwing. */
function isWitness(witness: Witness): boolean {
  // Long values come cut off: two that look alike then need not be.
  const cut = witness.candidate.endsWith("…");
  if (witness.candidate === witness.mutant && !cut) return false;
  if (throws(witness.candidate) && throws(witness.mutant)) return false;
  if (isOdd(witness.call)) return false;
  const plain = (text: string) => text.replace(/(?<![\w.)\]])-0(?![\d.])/g, "0");
  return cut || plain(witness.candidate) !== plain(witness.mutant);
}

const throws = (printed: string): boolean => /^(throws?|rejects?)\b/i.test(printed.trim());
const withoutStrings = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '""');
const isOdd = (printed: string): boolean => /\bNaN\b|\bInfinity\b|(?<![\w.)\]])-0(?![\d.])/.test(withoutStrings(printed));

/** A number one up or down, or `<` for `<=`: too near to base's own behaviour to hold against a fix that changed more than it. */
function isSmallStep(mutant: MutantReport): boolean {
  if (mutant.operator === "NumberStep") return true;
  const loose = (text: string) => text.replace(/\s+/g, "").replace(/([<>])=(?!=)/g, "$1");
  return (
    /[<>]/.test(mutant.original) && mutant.original !== mutant.replacement && loose(mutant.original) === loose(mutant.replacement)
  );
}
