/**
 * What a pull request says about itself: the ticket, what changed, each gate with its verdict, what survived, what was not
 * checked, who worked, and the one command that checks it again. Everything quoted is hostile text (a ticket, a test's
 * title): nothing in it may become a link, a mention, a closing keyword or markup.
 */
import { GATES } from "../../core/gate/index.ts";
import type { ReceiptBody } from "../../core/receipt/index.ts";
import type { AttemptRecord } from "../../core/run/index.ts";
import { countLines } from "../../core/change-set/index.ts";

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

export interface PullRequestInput {
  readonly record: AttemptRecord;
  readonly receipt: ReceiptBody;
  /** `sha256:<hex>` of the receipt's canonical bytes. */
  readonly receiptDigest: string;
  /** Whole, for one to copy; it stands in a code block. */
  readonly verifyCommand: string;
  /** The receipt itself, so that the request carries it; left out, and said so, where the text would get too long. */
  readonly carried?: readonly string[];
}

/** Stands for the pull request's own address, which is not known before it is open. */
export const OWN_ADDRESS = "{{this pull request}}";
/** GitHub takes 65,536 characters; what would be cut off here is the receipt, so it goes along whole or not at all. */
const LENGTH_LIMIT = 60_000;

const SHAPES = { pass: "✓ pass", fail: "✕ fail", unknown: "? unknown", "not-applicable": "– not applicable" } as const;
const ROWS = 40;

/** One line of plain text, so that Markdown and GitHub read nothing into it. */
export function plainText(raw: string, limit = 300): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is being replaced
  const line = raw.replace(/[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ").trim();
  const cut = line.length > limit ? `${line.slice(0, limit)}…` : line;
  return (
    cut
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/[\\`*_{}[\]()|~!]/g, "\\$&")
      .replace(/@/g, "&#64;")
      .replace(/#/g, "&#35;")
      // Addresses and "GH-12" become links by themselves.
      .replace(/:\/\//g, ":&#47;&#47;")
      .replace(/\bGH-(?=\d)/gi, "GH&#45;")
      .replace(/\bwww\./gi, "www&#46;")
  );
}

/** Text as a code span whatever backticks it holds. */
export function codeSpan(raw: string, limit = 120): string {
  const line = raw.replace(/\s+/g, " ").trim().replace(/\|/g, "¦");
  const cut = line.length > limit ? `${line.slice(0, limit)}…` : line;
  const fence = "`".repeat(Math.max(0, ...[...cut.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return cut === "" ? "(empty)" : `${fence} ${cut} ${fence}`;
}

function limited(rows: readonly string[]): string[] {
  return rows.length > ROWS ? [...rows.slice(0, ROWS), `and ${String(rows.length - ROWS)} more, in the receipt`] : [...rows];
}

function codeBlock(text: string): string[] {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return [fence, text, fence];
}

export function pullRequestText({
  record,
  receipt,
  receiptDigest,
  verifyCommand,
  carried = [],
}: PullRequestInput): PullRequestText {
  const { ticket } = record.subject;
  const { fixgate, result } = receipt.predicate;
  const lines: string[] = [];
  const section = (title: string, body: readonly string[]): void => {
    if (body.length > 0) lines.push(`## ${title}`, "", ...body, "");
  };
  lines.push(
    result === "PASSED"
      ? "Every gate that applies passed on exactly this tree. Please review it as you would any other change."
      : "**Not verified:** at least one gate did not pass. See below.",
    "",
  );
  if (fixgate.scripted) lines.push("Scripted replies, real gates: no model wrote this change.", "");
  section("Ticket", [
    `${plainText(ticket.id)}: ${plainText(ticket.title)}`,
    "",
    ...ticket.acceptance.map((one) => `- ${plainText(one.statement)}`),
  ]);
  section(
    "What changed",
    limited(
      record.texts.map(({ path, role, before, after }) => {
        const { added, removed } = countLines(before ?? "", after ?? "");
        return `- ${codeSpan(path)} by the ${role}, +${String(added)} −${String(removed)}`;
      }),
    ),
  );
  const questions = new Map(GATES.map((gate) => [gate.id, gate.question]));
  section("Gates", [
    "| Gate | Question | Verdict | Reason |",
    "| --- | --- | --- | --- |",
    ...fixgate.verdicts.map(
      ({ gate, outcome, reason }) =>
        `| ${gate} | ${plainText(questions.get(gate) ?? "")} | ${SHAPES[outcome]} | ${plainText(reason)} |`,
    ),
  ]);
  section(
    "Surviving mutants",
    limited(
      fixgate.survivors.map(
        (one) => `- ${codeSpan(one.path)} line ${String(one.line)}: ${codeSpan(one.original)} → ${codeSpan(one.replacement)}`,
      ),
    ),
  );
  section("Quarantined tests", limited(fixgate.quarantined.map((one) => `- ${plainText(one.test)}: ${plainText(one.reason)}`)));
  section(
    "Not checked",
    fixgate.notChecked.length === 0
      ? ["Nothing was left out."]
      : limited(fixgate.notChecked.map((one) => `- ${plainText(one.what)}: ${plainText(one.reason)}`)),
  );
  const { packageRoot } = fixgate.repository;
  section("Who and where", [
    ...(packageRoot === "" ? [] : [`- package: ${codeSpan(packageRoot)}, its suite and its types`]),
    ...Object.entries(fixgate.models).map(
      ([role, model]) => `- ${role}: ${plainText(`${model.backend} ${model.model} ${model.version}`)}`,
    ),
    ...(fixgate.calibration === null
      ? []
      : [
          `- reviewer calibrated on ${plainText(fixgate.calibration.date)}: ${String(fixgate.calibration.right)} of ${String(fixgate.calibration.total)} right`,
        ]),
    `- sandbox: ${plainText(`${fixgate.sandbox.kind}, ${fixgate.sandbox.engine}, Vitest ${fixgate.sandbox.vitest}, TypeScript ${fixgate.sandbox.typescript}`)}`,
  ]);
  section("Check it again", [
    ...codeBlock(verifyCommand),
    "",
    `Base tree ${codeSpan(fixgate.trees.base)}, result tree ${codeSpan(fixgate.trees.candidate)}, receipt ${codeSpan(receiptDigest)}.`,
  ]);
  const fits = [...lines, ...carried].join("\n").length < LENGTH_LIMIT;
  lines.push(...(fits ? carried : ["The receipt is too long to travel in this text: ask the author for the file."]));
  return { title: plainTitle(`${ticket.id}: ${ticket.title}`), body: `${lines.join("\n").trimEnd()}\n` };
}

/** A title is shown as it is; only its length and its line matter. */
function plainTitle(raw: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is being replaced
  const line = raw.replace(/[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

export interface Checked {
  readonly receipt: ReceiptBody;
  /** `sha256:<hex>` of the receipt's canonical bytes. */
  readonly receiptDigest: string;
  readonly verifyCommand: string;
}

/** A commit message that says how it was checked; its trailer names the receipt (git-interpret-trailers(1)). */
export function commitMessageWith(message: string, { receipt, receiptDigest, verifyCommand }: Checked): string {
  const { verdicts, scripted } = receipt.predicate.fixgate;
  const gates = (Object.keys(SHAPES) as (keyof typeof SHAPES)[])
    .map((outcome) => [outcome, verdicts.filter((each) => each.outcome === outcome).map(({ gate }) => gate)] as const)
    .filter(([, named]) => named.length > 0)
    .map(([outcome, named]) => `Gates, ${outcome}: ${named.join(", ")}`);
  return [
    message.replace(/\s+$/, ""),
    "",
    ...(scripted ? ["Scripted replies, real gates: no model wrote this change."] : []),
    ...gates,
    `Check it again: ${verifyCommand}`,
    "",
    `Fixgate-Receipt: ${receiptDigest}`,
    "",
  ].join("\n");
}
