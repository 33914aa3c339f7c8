import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attempt, honest, killedMutant, mutationOf, oids } from "../../core/gate/cases/honest-attempt.ts";
import { judgeAll } from "../../core/gate/judge.ts";
import { receiptBody, type ReceiptBody } from "../../core/receipt/index.ts";
import type { AttemptRecord, RunId } from "../../core/run/index.ts";
import { repoPathOf } from "../../core/snapshot/index.ts";
import { codeSpan, commitMessageWith, plainText, pullRequestText } from "./pull-request-text.ts";

const model = { backend: "scripted", model: "lockbox", version: "1" } as const;
const RECEIPT = `sha256:${"a".repeat(64)}`;
const COMMAND = "npx fixgate verify T-1.receipt.json --repo .";
const TITLE = "A timed-out lock is not released";
function drafted(evidence = honest, title = TITLE): { readonly record: AttemptRecord; readonly receipt: ReceiptBody } {
  const record: AttemptRecord = {
    id: "run-1-1",
    run: "run-1" as RunId,
    attempt: 1,
    subject: {
      repository: { url: "https://github.com/example/lockbox", commit: null, ref: "main" },
      base: oids.base,
      ticket: { ...evidence.ticket, title },
      models: { fixer: model, "test-writer": model, reviewer: model },
      sandbox: { kind: "embedded", engine: "Chromium 156", vitest: "4.1.12", typescript: "6.0.3" },
      budget: { attempts: 3, tokens: 1, wallMs: 1, mutants: 1 },
    },
    evidence,
    verdicts: judgeAll(evidence),
    texts: [{ path: repoPathOf("src/a|b.ts"), role: "fixer", before: "a\nb\n", after: "a\nc\nd\n" }],
    at: 0,
  };
  const receipt = receiptBody({
    record,
    patch: null,
    dependencies: { digest: null, scriptsNotRun: [], leftOut: [] },
    selfChecks: { held: 1, total: 1 },
  });
  return { record, receipt };
}
function textOf(evidence = honest, title = TITLE): { readonly title: string; readonly body: string } {
  return pullRequestText({ ...drafted(evidence, title), receiptDigest: RECEIPT, verifyCommand: COMMAND });
}

describe("the text of a pull request", () => {
  it("says what was asked, what changed, each gate, who worked, and how to check it again", () => {
    const { title, body } = textOf();
    expect(title).toBe(`${honest.ticket.id}: A timed-out lock is not released`);
    for (const part of [
      "## Ticket",
      "## What changed",
      "` src/a¦b.ts ` by the fixer, +2 −1",
      "## Gates",
      "| suite |",
      "## Not checked",
      "- reviewer: scripted lockbox 1",
      "- sandbox: embedded, Chromium 156, Vitest 4.1.12, TypeScript 6.0.3",
      "Scripted replies, real gates",
      COMMAND,
      oids.candidate,
    ])
      expect(body).toContain(part);
    expect(body.match(/^\| [a-z-]+ \| .* \| (✓ pass|– not applicable|✕ fail|\? unknown) \|/gm)).toHaveLength(
      judgeAll(honest).length,
    );
  });

  it("names the mutants that nothing noticed", () => {
    const survived = { ...killedMutant, state: "survived" as const, killedBy: [] };
    const { body } = textOf(attempt({ mutation: mutationOf(killedMutant, survived) }));
    const listed = body.slice(body.indexOf("## Surviving mutants"), body.indexOf("## Not checked"));
    expect(listed).toContain(codeSpan(survived.replacement));
    expect(listed.match(/^- /gm)).toHaveLength(1);
    expect(textOf().body).not.toContain("## Surviving mutants");
  });

  it("does not call a change verified that isn't", () => {
    const { baseline: _baseline, ...rest } = honest;
    const { body } = textOf(attempt({ ...rest, baseline: [] }));
    expect(body).toContain("**Not verified:**");
    expect(body).not.toContain("Every gate that applies passed");
  });

  it("makes nothing of what a ticket's title says", () => {
    const { body } = textOf(honest, "@everyone fixes #1 <img src=x> [a](http://b.example) `code` | x | GH-3 <!-- hidden");
    for (const bad of ["@everyone", "#1", "<img", "](http", "://b.example", "GH-3", "<!--"]) expect(body).not.toContain(bad);
  });

  it("plain text holds no markup, whatever it was made of", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("@", "#", "<", ">", "`", "[", "]", "(", "|", "\n", "a", "1", "&", "\\", "!", "*") }),
        (raw) => {
          const text = plainText(raw);
          expect(text).not.toMatch(/[@<>\n]|(?<!&)#|(?<!\\)[`[\]|*]/);
        },
      ),
    );
  });

  it.each([
    ["a", "` a `"],
    ["a`b", "`` a`b ``"],
    ["``", "``` `` ```"],
    ["a|b\nc", "` a¦b c `"],
    [" ", "(empty)"],
  ])("code span of %j", (raw, span) => {
    expect(codeSpan(raw)).toBe(span);
  });

  it("a commit says how it was checked, and its trailer stands apart", () => {
    const { receipt } = drafted();
    const message = commitMessageWith("T-1: Fix\n\nWhy.\n\n", { receipt, receiptDigest: RECEIPT, verifyCommand: COMMAND });
    const [title, why, checked, trailer] = message.split("\n\n");
    expect([title, why, trailer]).toEqual(["T-1: Fix", "Why.", `Fixgate-Receipt: ${RECEIPT}\n`]);
    expect(checked).toContain("Scripted replies, real gates");
    expect(checked).toContain(`Check it again: ${COMMAND}`);
    for (const { gate, outcome } of receipt.predicate.fixgate.verdicts)
      expect(checked).toMatch(new RegExp(`^Gates, ${outcome}: .*\\b${gate}\\b`, "m"));
  });
});
