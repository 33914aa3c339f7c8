import { describe, expect, it } from "vitest";
import { fileOf, red, suiteOf, testOf } from "../../src/core/gate/cases/honest-attempt.ts";
import { oidOf, repoPathOf, type SnapshotFiles } from "../../src/core/snapshot/index.ts";
import type { AcceptanceStatement, Ticket, TicketId } from "../../src/core/ticket/index.ts";
import { checkAcceptance } from "./acceptance.ts";

function tree(files: Readonly<Record<string, string>>): SnapshotFiles {
  const blobs = new Map<ReturnType<typeof oidOf>, Uint8Array>();
  const entries = Object.entries(files).map(([path, text], index) => {
    const oid = oidOf(index.toString(16).padStart(40, "0"));
    const bytes = new TextEncoder().encode(text);
    blobs.set(oid, bytes);
    return { path: repoPathOf(path), mode: "100644" as const, oid, size: bytes.length };
  });
  return { oid: oidOf("f".repeat(40)), entries, submodules: [], blobs };
}
const ticket = (...acceptance: AcceptanceStatement[]): Ticket => ({
  id: "T-1" as TicketId,
  title: "t",
  body: "",
  acceptance,
  touches: [],
});
const files = tree({ "src/a.ts": "oldName();\nnewName();\n", "docs/a.md": "oldName\n", "bin/x": "\0oldName" });

describe("acceptance", () => {
  it("lists the leftovers of a bulk rewrite by file and line, exceptions and binaries aside", () => {
    const report = checkAcceptance(
      ticket({ kind: "must-not-match", statement: "no oldName", pattern: "oldName", paths: ["**"], except: ["docs/**"] }),
      files,
      null,
    );
    expect(report.statements[0]).toMatchObject({ outcome: "unmet", places: [{ path: "src/a.ts", line: 1, text: "oldName();" }] });
  });
  it.each<[string, AcceptanceStatement, string]>([
    ["found", { kind: "must-match", statement: "s", pattern: "^newName", paths: ["src/**"], except: [] }, "met"],
    ["not found", { kind: "must-match", statement: "s", pattern: "never", paths: ["src/**"], except: [] }, "unmet"],
    ["nowhere to look", { kind: "must-match", statement: "s", pattern: "newName", paths: ["lib/**"], except: [] }, "unmet"],
    ["not a pattern", { kind: "must-match", statement: "s", pattern: "(", paths: ["**"], except: [] }, "unknown"],
    ["exists", { kind: "must-exist", statement: "s", path: repoPathOf("src/a.ts") }, "met"],
    ["exists and must not", { kind: "must-not-exist", statement: "s", path: repoPathOf("src/a.ts") }, "unmet"],
    ["no suite", { kind: "must-pass", statement: "s", test: "x" }, "unknown"],
    ["words", { kind: "prose", statement: "s" }, "for-review"],
  ])("%s", (_name, statement, outcome) => {
    expect(checkAcceptance(ticket(statement), files, null).statements[0]?.outcome).toBe(outcome);
  });
});

describe("a test that the ticket names", () => {
  const LOCK = repoPathOf("tests/lock.test.ts");
  const nested = { ...testOf("waits"), id: `${LOCK} > lock > waits` as ReturnType<typeof testOf>["id"], titles: ["lock", "waits"] };
  const suite = suiteOf([
    fileOf([testOf("keeps the lock"), red("releases"), nested, testOf("later", { state: "skip", mode: "skip" })]),
    fileOf([testOf("shared", {}, repoPathOf("tests/a.test.ts"))]),
    fileOf([red("shared", undefined, repoPathOf("tests/b.test.ts"))]),
  ]);

  it.each([
    ["passes", "keeps the lock", "met", "it passes"],
    ["passes, named by its id", "tests/lock.test.ts > keeps the lock", "met", "it passes"],
    ["passes, named with its suite", "lock > waits", "met", "it passes"],
    ["passes, named as Vitest prints it", "lock waits", "met", "it passes"],
    ["fails", "releases", "unmet", "it did not pass: fail"],
    ["is skipped", "later", "unmet", "it did not pass: skip"],
    ["is in two files, red in one", "shared", "unmet", "it did not pass: fail"],
    ["is in two files, named by the green one's id", "tests/a.test.ts > shared", "met", "it passes"],
    ["is not there", "keeps the", "unmet", 'no test is called "keeps the"'],
  ])("%s", (_how, test, outcome, reason) => {
    const statement: AcceptanceStatement = { kind: "must-pass", statement: "the test passes", test };
    expect(checkAcceptance(ticket(statement), files, suite).statements).toEqual([
      { statement: "the test passes", outcome, places: [], reason },
    ]);
  });
});
