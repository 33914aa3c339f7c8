import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attempt, honest, oids } from "../../core/gate/cases/honest-attempt.ts";
import { judgeAll } from "../../core/gate/judge.ts";
import { receiptBody } from "../../core/receipt/index.ts";
import type { AttemptRecord, RunId } from "../../core/run/index.ts";
import { repoPathOf } from "../../core/snapshot/index.ts";
import { codeSpan, commitMessageWith, plainText, pullRequestText } from "./pull-request-text.ts";

const model = { backend: "scripted", model: "lockbox", version: "1" } as const;
function textOf(evidence = honest, title = "A timed-out lock is not released"): { readonly title: string; readonly body: string } {
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
  return pullRequestText({
    record,
    receipt,
    receiptDigest: `sha256:${"a".repeat(64)}`,
    verifyCommand: "npx fixgate verify T-1.receipt.json --repo .",
  });
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
      "Scripted replies, real gates",
      "npx fixgate verify T-1.receipt.json --repo .",
      oids.candidate,
    ])
      expect(body).toContain(part);
    expect(body.match(/^\| [a-z-]+ \| .* \| (✓ pass|– not applicable|✕ fail|\? unknown) \|/gm)).toHaveLength(
      judgeAll(honest).length,
    );
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

  it("a commit's trailer stands apart", () => {
    expect(commitMessageWith("T-1: Fix\n\nWhy.\n\n", "sha256:ab")).toBe("T-1: Fix\n\nWhy.\n\nFixgate-Receipt: sha256:ab\n");
  });
});
