/**
 * `fixgate run` as a server would call it: a repository on this machine, packages from an archive, replies from a script. Each
 * way in which a run ends has an exit code of its own, and the stream says the same in events.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startModelServer } from "./harness/model-server.ts";
import { serveGit } from "./servers/git-http-server.ts";
import { git, temporaryFolder } from "./servers/git-repository.ts";

const ROOT = join(import.meta.dirname, "..");
const scratch = temporaryFolder();
const repository = join(scratch.path, "lockbox");
const out = join(scratch.path, "out");
const script = join(scratch.path, "script.json");

interface Event {
  readonly event: string;
  readonly [field: string]: unknown;
}

beforeAll(() => {
  cpSync(join(ROOT, "public/demos/lockbox/repo"), repository, { recursive: true });
  git(repository, ["init", "-q", "-b", "main"]);
  git(repository, ["add", "-A", "-f"]);
  git(repository, ["commit", "-q", "-m", "A lock manager"]);
  const replies = JSON.parse(readFileSync(join(ROOT, "public/packs/lockbox.replies.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  const told = (ticket: string): Record<string, string> => replies[ticket] ?? {};
  const test = told("LB-1")["test-writer-1"] ?? "";
  // Renames nothing that matters: the test stays red, attempt after attempt.
  const idle =
    "File: src/lease.ts\n```ts\n<<<<<<< SEARCH\n  return now > lease.expiresAt;\n=======\n  return lease.expiresAt < now;\n>>>>>>> REPLACE\n```\n";
  const again = Object.fromEntries(
    [1, 2, 3, 4].flatMap((attempt) => [
      [`fixer-${String(attempt)}`, idle],
      [`test-writer-${String(attempt)}`, test],
    ]),
  );
  writeFileSync(
    script,
    JSON.stringify({
      tickets: [],
      replies: {
        "LB-1": told("LB-1"),
        "LB-2": again,
        "LB-3": {},
        "LB-4": { ...again, "fixer-1": `${"word after word ".repeat(600)}\n\n${idle}` },
      },
    }),
  );
});
afterAll(() => {
  scratch.remove();
});

/** From the repository on this machine, by the script, unless told otherwise. */
function run(...args: string[]): Promise<{ readonly code: number | null; readonly events: readonly Event[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        join(ROOT, "dist-cli/fixgate.mjs"),
        "run",
        ...(args.includes("--repo") ? [] : ["--repo", repository]),
        "--deps",
        join(ROOT, "dist/packs/lockbox.deps.pack"),
        ...(args.includes("--model") ? [] : ["--script", script]),
        "--out",
        out,
        "--json",
        ...args,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({
        code,
        events: text
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as Event),
      });
    });
  });
}
const ends = (events: readonly Event[]) =>
  events.filter(({ event }) => event === "ended").map(({ ticket, end }) => [ticket, (end as { kind: string }).kind]);

it("0: verified, with a patch, a bundle and a receipt that names the commit", async () => {
  const { code, events } = await run("--ticket", "LB-1");
  expect(ends(events)).toEqual([["LB-1", "verified"]]);
  expect(code).toBe(0);
  expect(events[0]).toMatchObject({ event: "opened", commit: git(repository, ["rev-parse", "HEAD"]) });
  expect(events.filter(({ event, outcome }) => event === "gate" && outcome === "pass").length).toBeGreaterThan(8);
  expect(events.at(-1)).toEqual({ event: "done", code: 0, verified: 1, of: 1 });
  for (const ending of [".patch", ".bundle", ".receipt.json"]) expect(existsSync(join(out, `LB-1${ending}`))).toBe(true);
});

it("3: refused, in the last attempt that the budget allowed", async () => {
  const { code, events } = await run("--ticket", "LB-2", "--attempts", "1");
  expect(ends(events)).toEqual([["LB-2", "refused"]]);
  expect(code).toBe(3);
});

it("4: stuck, three times the same red", async () => {
  const { code, events } = await run("--ticket", "LB-2", "--attempts", "4");
  expect(ends(events)).toEqual([["LB-2", "stuck"]]);
  expect(code).toBe(4);
});

it("5: over budget", async () => {
  const { code, events } = await run("--ticket", "LB-4", "--attempts", "4", "--tokens", "1000");
  expect(ends(events)).toEqual([["LB-4", "over-budget"]]);
  expect(code).toBe(5);
});

it("1: what broke; a batch goes on after it, and the worst end counts", async () => {
  expect(await run("--ticket", "LB-404")).toMatchObject({ code: 1, events: [{ event: "opened" }, { event: "error" }] });
  const { code, events } = await run("--ticket", "LB-3", "--ticket", "LB-2", "--attempts", "1");
  expect(ends(events).map(([ticket]) => ticket)).toEqual(["LB-3", "LB-2"]);
  expect(ends(events)[0]?.[1]).toBe("error");
  expect(code).toBe(1);
});

it("an address and a model behind a server: one that approves of everything fails its calibration, and verifies nothing", async () => {
  const replies = JSON.parse(readFileSync(join(ROOT, "public/packs/lockbox.replies.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  const asked = { fixer: 0, "test-writer": 0, reviewer: 0 };
  const model = await startModelServer("yes-man", ([system, question]) => {
    const role =
      system?.content.startsWith("You fix") === true
        ? "fixer"
        : system?.content.startsWith("You review") === true
          ? "reviewer"
          : "test-writer";
    asked[role]++;
    if (role !== "reviewer") return replies["LB-1"]?.[`${role}-1`] ?? "";
    const [, oid = ""] = /^oid: ([0-9a-f]{40})$/m.exec(question?.content ?? "") ?? [];
    const [, listed = "[]"] = /\[data \S+ statements\]\n([\s\S]*?)\n\[end /.exec(question?.content ?? "") ?? [];
    const statements = (JSON.parse(listed) as string[]).map((statement) => ({ statement, met: true, evidence: "src/lease.ts:1" }));
    return JSON.stringify({ oid, verdict: "approve", statements });
  });
  const server = await serveGit({ root: scratch.path });
  try {
    const url = `${server.origin}/lockbox`;
    const { code, events } = await run("--repo", url, "--model", `${model.url}#yes-man`, "--ticket", "LB-1", "--attempts", "1");
    expect(events[0]).toMatchObject({ event: "opened", repository: url, commit: git(repository, ["rev-parse", "HEAD"]) });
    const verdicts = Object.fromEntries(
      events.filter(({ event }) => event === "gate").map(({ gate, outcome }) => [String(gate), String(outcome)]),
    );
    expect(verdicts).toMatchObject({ suite: "pass", mutation: "pass", export: "pass", review: "unknown" });
    expect(Object.entries(verdicts).filter(([, outcome]) => outcome === "fail" || outcome === "unknown")).toEqual([
      ["review", "unknown"],
    ]);
    expect(ends(events)).toEqual([["LB-1", "refused"]]);
    expect(code).toBe(3);
    // Ten labelled changes and the ticket's own.
    expect(asked).toEqual({ fixer: 1, "test-writer": 1, reviewer: 11 });
  } finally {
    await model.close();
    await server.close();
  }
});
