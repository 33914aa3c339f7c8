/** The ticket's own statements that a machine can look up. Statements in words are the reviewer's. */
import { indexRun } from "../suite-reading.ts";
import type { Gate } from "../gate.ts";
import { count, inquire } from "../verdicts.ts";

export const acceptanceGate: Gate = {
  id: "acceptance",
  version: 1,
  question: "Do the ticket's own statements hold?",
  judge: (evidence) => {
    const machine = evidence.ticket.acceptance.filter((statement) => statement.kind !== "prose");
    return inquire(
      evidence,
      { pass: () => `${count(machine.length, "statement")} of the ticket ${machine.length === 1 ? "holds" : "hold"}` },
      (inquiry) => {
        if (machine.length === 0) inquiry.notApplicable("the ticket has no statement that a machine could look up");
        const { statements } = inquiry.need("acceptance");
        for (const statement of machine) {
          const outcome = statements.find((entry) => entry.statement === statement.statement);
          if (outcome === undefined) {
            inquiry.doubt("AC3", `nobody looked up: ${statement.statement}`);
            continue;
          }
          switch (outcome.outcome) {
            case "met":
              break;
            case "unmet":
              if (outcome.places.length === 0) inquiry.error({ rule: "AC1", message: `${statement.statement}: ${outcome.reason}` });
              for (const place of outcome.places)
                inquiry.error({
                  rule: "AC1",
                  path: place.path,
                  line: place.line,
                  message: `${statement.statement}: ${place.text}`,
                });
              break;
            case "unknown":
            case "for-review":
              inquiry.doubt("AC2", `${statement.statement}: ${outcome.reason}`);
          }
          // The named test is asked of the run itself, too: two readings that differ are no answer.
          if (statement.kind === "must-pass" && outcome.outcome === "met") {
            const run = evidence.candidate[0];
            const test =
              run === undefined
                ? undefined
                : [...indexRun(run.value).tests.values()].find((each) =>
                    [each.id, each.titles.join(" > "), each.titles.join(" "), each.titles.at(-1)].includes(statement.test),
                  );
            if (test?.state !== "pass")
              inquiry.error({ rule: "AC4", message: `${statement.test} must pass: ${test?.state ?? "there is no such test"}` });
          }
        }
      },
    );
  },
};
