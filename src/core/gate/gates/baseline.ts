/** What was red before anything was changed, frozen by test id and message; and is the suite steady over two runs? */
import type { Gate } from "../gate.ts";
import { readBaseline } from "../suite-reading.ts";
import { count, firstLine, inquire } from "../verdicts.ts";

export const baselineGate: Gate = {
  id: "baseline",
  version: 1,
  question: "What was red before, and is the suite steady?",
  judge: (evidence) => {
    const pass = (): string => {
      const baseline = readBaseline(evidence.baseline.map((run) => run.value));
      const parts = [count(baseline.passing.size, "test passes", "tests pass")];
      if (baseline.red.size > 0) parts.push(`${count(baseline.red.size, "is", "are")} red already`);
      if (baseline.quarantined.size > 0) parts.push(`${count(baseline.quarantined.size, "is", "are")} quarantined as unsteady`);
      return `on base ${parts.join(", ")}`;
    };
    return inquire(evidence, { on: "base", pass }, (inquiry) => {
      const runs = inquiry.runs("baseline", 2);
      if (!runs.some((run) => run.shuffleSeed !== undefined)) inquiry.unknown("BL1", "no run on base was shuffled");
      for (const run of runs) {
        if (run.files.every((file) => file.tests.length === 0)) inquiry.unknown("BL2", "no test ran on base");
        const cancelled = run.files.find((file) => file.end.kind === "cancelled");
        if (cancelled !== undefined) inquiry.unknown("BL3", `the run of ${cancelled.path} on base was cancelled`);
      }
      const lists = runs.map((run) => new Set(run.files.map((file) => file.path)));
      for (const path of new Set(lists.flatMap((list) => [...list])))
        if (!lists.every((list) => list.has(path))) inquiry.unknown("BL4", `a run on base left ${path} out`);
      for (const file of runs[0]?.files ?? [])
        if (runs.some((run) => run.files.find((other) => other.path === file.path)?.environment !== file.environment))
          inquiry.unknown("BL5", `${file.path} ran in different environments on base`);
      const baseline = readBaseline(runs);
      for (const [id, reasons] of baseline.red)
        inquiry.note({
          rule: "BL6",
          test: id,
          message: `red before any change: ${firstLine([...reasons][0] ?? "no reason given")}`,
        });
      for (const [id, states] of baseline.quarantined)
        inquiry.note({ rule: "BL7", test: id, message: `quarantined, it can neither prove nor block: ${states}` });
      for (const [path, reasons] of baseline.fileErrors)
        inquiry.note({ rule: "BL6", path, message: `red before any change: ${firstLine([...reasons][0] ?? "")}` });
      for (const run of runs.slice(0, 1))
        for (const entry of run.unsupported)
          inquiry.note({
            rule: "BL8",
            message: `${entry.what}: ${entry.advice}`,
            ...(entry.path === undefined ? {} : { path: entry.path }),
          });
    });
  },
};
