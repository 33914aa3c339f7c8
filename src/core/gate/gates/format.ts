/** Does the repository's own formatter leave the changed files alone? */
import type { Gate } from "../gate.ts";
import { count, inquire } from "../verdicts.ts";

export const formatGate: Gate = {
  id: "format",
  version: 2,
  question: "Does the repository's formatter agree?",
  judge: (evidence) => {
    const changed = new Set(
      [...evidence.fix.changes, ...evidence.tests.changes].filter((change) => change.after !== null).map((change) => change.path),
    );
    let formatter = "";
    return inquire(evidence, { pass: () => `${formatter} leaves ${count(changed.size, "changed file")} alone` }, (inquiry) => {
      const report = inquiry.need("format");
      for (const { what, affects } of report.unsupported) if (!affects) inquiry.note({ rule: "FO4", message: what });
      if (report.formatter === null)
        inquiry.notApplicable(report.unsupported.find(({ affects }) => !affects)?.what ?? "the repository has no formatter");
      else formatter = `${report.formatter.name} ${report.formatter.version}`;
      const blocking = report.unsupported.find((entry) => entry.affects);
      if (blocking !== undefined)
        inquiry.unknown("EV7", `the formatter does not do this here: ${blocking.what}. ${blocking.advice}`);
      const before = new Set(report.unformattedOnBase ?? []);
      for (const path of report.unformatted) {
        if (!changed.has(path)) continue;
        if (before.has(path)) inquiry.note({ rule: "FO2", path, message: `${path} was not formatted before either` });
        else inquiry.error({ rule: "FO1", path, message: `${formatter} would change ${path}` });
      }
      for (const fact of inquiry.maybe("inspection")?.facts ?? [])
        if (fact.kind === "suppression-added" && /prettier-ignore|biome-ignore format/.test(fact.text))
          inquiry.note({ rule: "FO3", path: fact.path, line: fact.line, message: `told to look away: ${fact.text}` });
    });
  },
};
