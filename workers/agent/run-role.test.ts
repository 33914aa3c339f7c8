import { describe, expect, it } from "vitest";
import { createScriptedBackend } from "../../src/adapters/model/scripted-backend.ts";
import type { ScriptedReplies } from "../../src/app/ports/index.ts";
import type { Role } from "../../src/core/role/index.ts";
import { oidOf, repoPathOf } from "../../src/core/snapshot/index.ts";
import type { Ticket, TicketId } from "../../src/core/ticket/index.ts";
import type { AgentBrief, AgentReply } from "../../src/protocol/agent-run.ts";
import type { GenerateRequest } from "../../src/protocol/model-request.ts";
import { memoryWorkspace } from "./memory-workspace.fixture.ts";
import { runRole } from "./run-role.ts";

const ticket: Ticket = {
  id: "LB-1" as TicketId,
  title: "A timed-out worker's lock is not released",
  body: "`release` in the lock ignores expiry.",
  file: repoPathOf("src/lock.ts"),
  acceptance: [{ kind: "prose", statement: "An expired lock can be taken" }],
  touches: [],
};
const files = () =>
  new Map([
    [
      "src/lock.ts",
      "import { now } from './clock.js';\nexport function free(): boolean {\n  return held === null;\n}\nlet held = null;\nlet held2 = null;\n",
    ],
    ["src/clock.ts", "export const now = () => 0;\n"],
    ["tests/lock.test.ts", "test('lock', () => {});\n"],
    ["package.json", "{}\n"],
  ]);
const edit = (path: string, search: string, replace: string) =>
  `File: ${path}\n\`\`\`ts\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\`\n`;
const good = edit("src/lock.ts", "  return held === null;", "  return held === null || held < now();");

async function turn(brief: AgentBrief, said: Readonly<Record<string, string>>) {
  const replies: ScriptedReplies = (_, role, attempt, retry) =>
    said[retry === 0 ? `${role}-${String(attempt)}` : `${role}-${String(attempt)}r${String(retry)}`] ?? null;
  const backend = createScriptedBackend({ replies, turnMs: 0, turns: 2 });
  const asked: GenerateRequest[] = [];
  const heard: AgentReply[] = [];
  const log: string[] = [];
  const repository = files();
  const result = await runRole(
    { attempt: 1, brief, capabilities: backend.capabilities },
    {
      workspace: memoryWorkspace(brief.role === "reviewer" ? "fixer" : brief.role, ticket, repository, log),
      model: {
        generate(request) {
          asked.push(request);
          return backend.generate(request, { signal: new AbortController().signal });
        },
        countTokens: (text) => backend.countTokens(text),
      },
      onReply: (reply) => {
        heard.push(reply);
      },
    },
  );
  return { result, asked, heard, log, repository };
}
const fixer: AgentBrief = { role: "fixer", ticket, feedback: null };

describe("fixer", () => {
  it("reads the ticket's file and what it imports, not the tests, and writes through the workspace", async () => {
    const { result, log, heard, repository } = await turn(fixer, { "fixer-1": good });
    expect(result).toEqual({ ok: true, value: { role: "fixer", reply: good, denied: [] } });
    expect(log).toEqual(["read src/lock.ts", "read src/clock.ts", "read src/lock.ts", "wrote src/lock.ts"]);
    expect(repository.get("src/lock.ts")).toContain("held < now()");
    expect(heard.map((reply) => reply.problem)).toEqual([null]);
  });

  it("is told why a reply can't be used, asked anew with another seed, and nothing was written in between", async () => {
    const { result, asked, heard, log } = await turn(fixer, {
      "fixer-1": edit("src/lock.ts", "= null", "= 1"),
      "fixer-1r1": "I give up.",
      "fixer-1r2": good,
    });
    expect(result.ok).toBe(true);
    expect(heard.map((reply) => reply.problem)).toEqual([
      "Block 1: its SEARCH text occurs 3 times in src/lock.ts (lines 3, 5, 6). Add lines around it until it occurs once.",
      expect.stringContaining("The reply changes no file") as unknown,
      null,
    ]);
    expect(asked.map((request) => [request.purpose.retry, request.temperature])).toEqual([
      [0, 0.2],
      [1, 0.6],
      [2, 0.6],
    ]);
    expect(new Set(asked.map((request) => request.seed)).size).toBe(3);
    expect(asked[1]?.messages.at(-1)?.content).toContain("occurs 3 times");
    expect(log.filter((line) => line.startsWith("wrote"))).toHaveLength(1);
  });

  it("three replies that can't be used are an error that says so", async () => {
    const { result, heard } = await turn(fixer, { "fixer-1": "a", "fixer-1r1": "b", "fixer-1r2": "c" });
    expect(result).toMatchObject({ ok: false, error: { kind: "unusable-reply" } });
    expect(heard).toHaveLength(3);
  });

  it("the same scripted reply again is not another reply", async () => {
    const { result, heard } = await turn(fixer, { "fixer-1": "nothing" });
    expect(result).toMatchObject({ ok: false, error: { kind: "unusable-reply" } });
    expect(heard).toHaveLength(1);
  });

  it("a denied write is a typed result; what the mask allows is done", async () => {
    const { result, log } = await turn(fixer, {
      "fixer-1": `${good}${edit("tests/lock.test.ts", "test('lock'", "test.skip('lock'")}`,
    });
    expect(result).toMatchObject({
      ok: true,
      value: { denied: [{ role: "fixer", operation: "write", path: "tests/lock.test.ts" }] },
    });
    expect(log).toContain("wrote src/lock.ts");
    expect(log).toContain("denied tests/lock.test.ts");
  });

  it("when all was denied, the model is told which rule it was", async () => {
    const { result, asked, repository } = await turn(fixer, { "fixer-1": "Delete: tests/lock.test.ts", "fixer-1r1": good });
    expect(result.ok).toBe(true);
    expect(asked[1]?.messages.at(-1)?.content).toContain("tests/lock.test.ts");
    expect(repository.has("tests/lock.test.ts")).toBe(true);
  });

  it("an escape is asked of the mask and denied there", async () => {
    const { result, log } = await turn(fixer, { "fixer-1": `${good}File: ../evil.ts\n\`\`\`\nx\n\`\`\`` });
    expect(result).toMatchObject({ ok: true, value: { denied: [{ path: "../evil.ts" }] } });
    expect(log).toContain("denied ../evil.ts");
  });

  it("a file that isn't there", async () => {
    const { heard } = await turn(fixer, { "fixer-1": edit("src/gone.ts", "a", "b") });
    expect(heard[0]?.problem).toBe("src/gone.ts is not in the repository.");
  });

  it("a missing script is the model's error, by name", async () => {
    const { result } = await turn(fixer, {});
    expect(result).toMatchObject({ ok: false, error: { kind: "model", error: { kind: "no-reply" } } });
  });
});

describe("test-writer", () => {
  it("sees signatures and existing tests, and no line of any body", async () => {
    const reply = "File: tests/expiry.test.ts\n```ts\ntest('x', () => {});\n```";
    const { result, asked, log } = await turn(
      { role: "test-writer", ticket, feedback: null, changedPaths: [repoPathOf("src/lock.ts"), repoPathOf("src/added.ts")] },
      { "test-writer-1": reply },
    );
    expect(result.ok).toBe(true);
    const shown = asked[0]?.messages.map((message) => message.content).join("\n") ?? "";
    expect(shown).toContain("export function free(): boolean");
    expect(shown).not.toContain("held === null");
    expect(shown).toContain('"src/added.ts"');
    expect(log).toEqual(["read src/lock.ts", "read tests/lock.test.ts", "wrote tests/expiry.test.ts"]);
  });
});

describe("reviewer", () => {
  const brief: AgentBrief = {
    role: "reviewer",
    ticket,
    candidate: oidOf("a".repeat(40)),
    statements: ["An expired lock can be taken"],
    diff: "+ return true;",
    verdicts: "suite: pass",
  };
  it.each<[Role, string]>([
    ["reviewer", '{"oid":"x"}'],
    ["reviewer", "Looks good to me, approved."],
  ])("its raw reply goes on to the gate, readable or not", async (role, reply) => {
    const { result } = await turn(brief, { "reviewer-1": reply });
    expect(result).toEqual({ ok: true, value: { role, reply, denied: [] } });
  });
});
