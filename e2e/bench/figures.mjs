/**
 * `node e2e/bench/figures.mjs <parity.json> …`: writes the README's table of parity and speed from what `npm run bench:parity --
 * --json` wrote, between its marks. A repository that stands in several files is taken from the last.
 */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

const readme = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../README.md");
const reports = process.argv.slice(2).map((file) => JSON.parse(fs.readFileSync(file, "utf8")));
if (reports.length === 0) throw new Error("which files?");
const rows = [...new Map(reports.flatMap((report) => report.rows.map((row) => [row.name, row]))).values()].sort((a, b) =>
  a.name < b.name ? -1 : 1,
);
const { date, machine } = reports.at(-1);
const measured = rows.filter((row) => row.tests !== undefined);

const ratio = (value) => (typeof value === "number" ? value.toFixed(2) : "–");
const seconds = (ms) => (typeof ms === "number" ? (ms / 1000).toFixed(1) : "–");
const median = (list) => {
  const sorted = list.filter((each) => typeof each === "number").sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length === 0 ? null : sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};
const runner = ({ kind, version, note }) => `${kind} ${version ?? ""}${note === null ? "" : " (ours)"}`.trim();
const mutants = (one) => (one === undefined ? "–" : `${String(one.compared - one.differing.length)} of ${String(one.compared)}`);

const table = [
  "| repository | natively by | files | tests that agree | mutants that agree | native, s | first run | after an edit | types, first | types, after an edit | gate flow |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
  ...rows.map((row) =>
    row.tests === undefined
      ? `| ${row.name.replace("+", "/")} | not measured: ${row.problem} | | | | | | | | | |`
      : `| ${[
          row.name.replace("+", "/") + (row.packageRoot === undefined ? "" : `, ${row.packageRoot}`),
          runner(row.runner),
          row.files,
          `${String(row.agreeing)} of ${String(row.tests)}`,
          mutants(row.mutants),
          seconds(row.nativeMs),
          ratio(row.coldRatio),
          ratio(row.editRatio),
          ratio(row.typecheckColdRatio),
          ratio(row.typecheckEditRatio),
          row.mutants === undefined ? "–" : ratio(row.gateFlowRatio),
        ].join(" | ")} |`,
  ),
  `| **median** | | | | | | ${["coldRatio", "editRatio", "typecheckColdRatio", "typecheckEditRatio", "gateFlowRatio"]
    .map(
      (key) =>
        `**${ratio(median(measured.map((row) => (key === "gateFlowRatio" && row.mutants === undefined ? null : row[key]))))}**`,
    )
    .join(" | ")} |`,
];
/** By what the suite's evidence says of it, or that it says nothing. */
const why = measured.flatMap((row) => {
  const differing = [
    ...row.differing.map(({ reason }) => ({ what: "test", reason })),
    ...(row.mutants?.differing ?? []).map(({ reason }) => ({ what: "mutant", reason: reason ?? null })),
  ];
  const counted = new Map();
  for (const { what, reason } of differing) {
    const key = `${what}\0${reason ?? ""}`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  return [...counted].map(([key, count]) => {
    const [what, reason] = key.split("\0");
    return `- ${row.name.replace("+", "/")}: ${String(count)} ${what}${count === 1 ? "" : "s"} differ${count === 1 ? "s" : ""}: ${reason === "" ? "**not explained**" : `reported as \`unknown\`: ${reason}`}.`;
  });
});
const silent = measured.flatMap((row) =>
  row.silent === undefined
    ? []
    : [`- ${row.name.replace("+", "/")}: natively no test is told of ${row.silent.length} files, which are not compared.`],
);
const agreeing = measured.filter((row) => row.differing.length === 0 && (row.mutants?.differing.length ?? 0) === 0).length;
const text = [
  `Seen on ${date} on a machine with ${String(machine.cores)} cores (${machine.model ?? "unknown"}), Node ${machine.node}. Each ratio is to the native command's time in the same run; below 1 is faster than native. All tests and mutants that were measured (– says not) agree on ${String(agreeing)} of ${String(measured.length)} repositories.`,
  "",
  ...table,
  "",
  ...why,
  ...silent,
].join("\n");

const [start, end] = ["<!-- parity: written by e2e/bench/figures.mjs -->", "<!-- /parity -->"];
const before = fs.readFileSync(readme, "utf8");
const from = before.indexOf(start);
const to = before.indexOf(end);
if (from < 0 || to < from) throw new Error("the README has lost its marks");
const next = `${before.slice(0, from + start.length)}\n\n${text}\n\n${before.slice(to)}`;
fs.writeFileSync(readme, await format(next, { ...(await resolveConfig(readme)), filepath: readme }));
console.log(text);
