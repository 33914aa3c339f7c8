/** Cases of the format gate beyond whether a changed file is formatted. */
import { attempt, fact, formatOf, inspectionOf, SOURCE } from "./honest-attempt.ts";
import { casesOf, type SelfCheck } from "./self-check.ts";

const format = casesOf("format");
const lookAway = inspectionOf(fact("fixer", "suppression-added", "// prettier-ignore"));

export const FORMAT_CASES: readonly SelfCheck[] = [
  format("accept", "FO3", "a comment tells the formatter to look away", attempt({ inspection: lookAway })),
  format(
    "refuse",
    "FO3",
    "such a comment, and the formatter would change the file all the same",
    attempt({ inspection: lookAway, format: formatOf([SOURCE]) }),
  ),
];
