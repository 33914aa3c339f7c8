/** The engine against real git: what comes in is the tree that git has, what goes out is what git applies. */
import { wrap } from "comlink";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRepository, type TestRepository } from "../../e2e/servers/git-repository.ts";
import { serveGit, type GitHttpServer } from "../../e2e/servers/git-http-server.ts";
import type { OpenedRepository, OpenError, RepoSource, Workspace, WorkspaceEvent } from "../../src/app/ports/index.ts";
import type { Result } from "../../src/core/result.ts";
import { oidOf, repoPathOf, type Oid } from "../../src/core/snapshot/index.ts";
import type { Ticket, TicketId } from "../../src/core/ticket/index.ts";
import { createGitEngine, type GitEngine } from "./engine.ts";

// Real git and real servers: slow where the machine is busy, and never by themselves.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

export const ODD_FILES = {
  "src/a.ts": "export const a = 1;\nexport const b = 2;\nexport const c = 3;\n",
  "src/crlf.ts": "one\r\ntwo\r\nthree\r\n",
  "src/bom.ts": "\uFEFFexport {};\n",
  "src/no-newline.ts": "export const end = true;",
  "src/empty.ts": "",
  "src/naïve café/日本.ts": "export {};\n",
  "with space.txt": "x\n",
  "bin/run.sh": { content: "#!/bin/sh\necho hi\n", mode: "100755" as const },
  "bin/link": { content: "run.sh", mode: "120000" as const },
  "image.bin": { content: Uint8Array.from({ length: 600 }, (_, i) => (i * 7) % 256) },
  "latin1.txt": { content: Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a]) },
  "tests/a.test.ts": "import { it } from 'vitest';\nit('a', () => {});\n",
};

const ticket: Ticket = { id: "T-1" as TicketId, title: "A ticket", body: "", acceptance: [], touches: [] };
const text = new TextEncoder();

let repository: TestRepository;
let server: GitHttpServer;
let engine: GitEngine;
let opened: OpenedRepository;

async function open(
  source: RepoSource,
  signal = new AbortController().signal,
  token: string | null = null,
): Promise<Result<OpenedRepository, OpenError>> {
  return engine.open(source, { signal, onProgress: () => undefined, token });
}

beforeAll(async () => {
  repository = createRepository();
  repository.commit({ "old.txt": "before\n" }, "An older commit");
  repository.commit(ODD_FILES);
  server = await serveGit({ root: repository.folder });
  engine = createGitEngine({ limits: { headersMs: 2000, idleMs: 1000 } });
  const result = await open({ kind: "git", url: `${server.origin}/.git`, ref: null, proxy: null });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  opened = result.value;
});
afterAll(async () => {
  await server.close();
  repository.remove();
});

describe("opening over smart HTTP", () => {
  it("has git's own tree oid, commit and branch", () => {
    expect(opened.snapshot.oid).toBe(repository.tree());
    expect(opened.commit).toBe(repository.git("rev-parse", "HEAD"));
    expect(opened.ref).toBe("main");
  });

  it("keeps modes, links, CRLF, BOM, binary files and names byte for byte", async () => {
    const files = await engine.files(opened.snapshot.oid);
    expect(files.entries.map((entry) => entry.path)).toEqual(Object.keys(ODD_FILES).sort());
    for (const [path, file] of Object.entries(ODD_FILES)) {
      const entry = files.entries.find((one) => one.path === path);
      const expected = typeof file === "string" ? { content: file, mode: "100644" } : { mode: "100644", ...file };
      expect(entry?.mode, path).toBe(expected.mode);
      const bytes = typeof expected.content === "string" ? text.encode(expected.content) : expected.content;
      expect(Buffer.from(files.blobs.get(entry?.oid ?? oidOf("0".repeat(40))) ?? []).equals(Buffer.from(bytes)), path).toBe(true);
    }
  });
});

async function workspaceOn(
  base: Oid,
  role: "fixer" | "test-writer" | "reviewer",
): Promise<{ id: string; workspace: Workspace; events: WorkspaceEvent[] }> {
  const events: WorkspaceEvent[] = [];
  const { id, port } = await engine.workspace({ role, base, ticket, onEvent: (event) => events.push(event) });
  return { id, workspace: wrap<Workspace>(port) as unknown as Workspace, events };
}

describe("a workspace", () => {
  it("reads its snapshot and its own writes, and commits to a change set", async () => {
    const { id, workspace, events } = await workspaceOn(opened.snapshot.oid, "fixer");
    expect(await workspace.read("src/a.ts")).toEqual({ ok: true, value: ODD_FILES["src/a.ts"] });
    expect(await workspace.write("src/a.ts", "export const a = 2;\n")).toEqual({ ok: true, value: { added: 1, removed: 3 } });
    expect(await workspace.read("src/a.ts")).toEqual({ ok: true, value: "export const a = 2;\n" });
    expect((await workspace.remove("src/empty.ts")).ok).toBe(true);
    expect((await workspace.rename("with space.txt", "src/moved.txt")).ok).toBe(true);
    expect(await workspace.list()).not.toContain("with space.txt");
    const changes = await engine.commitWorkspace(id);
    expect(changes.changes.map((change) => [change.path, change.before === null, change.after === null])).toEqual([
      ["src/a.ts", false, false],
      ["src/empty.ts", false, true],
      ["src/moved.txt", true, false],
      ["with space.txt", false, true],
    ]);
    expect(events.filter((event) => event.type !== "read").map((event) => event.type)).toEqual([
      "written",
      "written",
      "written",
      "written",
    ]);
    await expect(engine.commitWorkspace(id)).rejects.toThrow("has ended");
  });

  it.each([
    ["fixer", "tests/a.test.ts"],
    ["fixer", "../outside.ts"],
    ["fixer", "package.json"],
    ["fixer", ".git/config"],
    ["fixer", "bin/link"],
    ["fixer", "src/a.ts/below.ts"],
    ["fixer", "src"],
    ["test-writer", "src/a.ts"],
    ["reviewer", "src/a.ts"],
  ] as const)("denies %s a write to %s, as an answer and as an event, and changes nothing", async (role, path) => {
    const { id, workspace, events } = await workspaceOn(opened.snapshot.oid, role);
    const written = await workspace.write(path, "x\n");
    expect(written).toMatchObject({ ok: false, error: { role, operation: "write", path } });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: "denied", denied: { role, path } });
    expect((await engine.commitWorkspace(id)).changes).toEqual([]);
  });

  it("denies what only the runner's configuration protects", async () => {
    const path = repoPathOf("src/setup.ts");
    const { id, port } = await engine.workspace({
      role: "fixer",
      base: opened.snapshot.oid,
      ticket,
      mask: { extraProtected: [path] },
      onEvent: () => undefined,
    });
    expect(await wrap<Workspace>(port).write(path, "x\n")).toMatchObject({ ok: false, error: { rule: "WM6" } });
    await engine.commitWorkspace(id);
  });

  it.each([
    ["CRLF", "src/crlf.ts", "one\n2\nthree\n", "one\r\n2\r\nthree\r\n"],
    ["a BOM", "src/bom.ts", "export const x = 1;\n", "\uFEFFexport const x = 1;\n"],
    ["no final newline", "src/no-newline.ts", "export const end = false;\n", "export const end = false;"],
    ["a final newline", "src/a.ts", "export const a = 1;", "export const a = 1;\n"],
  ])("keeps %s", async (_, path, written, expected) => {
    const { id, workspace } = await workspaceOn(opened.snapshot.oid, "fixer");
    await workspace.write(path, written);
    expect(await workspace.read(path)).toEqual({ ok: true, value: expected });
    await engine.commitWorkspace(id);
  });

  it("keeps the executable bit", async () => {
    const { id, workspace } = await workspaceOn(opened.snapshot.oid, "fixer");
    await workspace.write("bin/run.sh", "#!/bin/sh\necho ho\n");
    expect((await engine.commitWorkspace(id)).changes[0]?.after?.mode).toBe("100755");
  });

  it("says that a file is binary, and that one is not there", async () => {
    const { id, workspace } = await workspaceOn(opened.snapshot.oid, "fixer");
    expect(await workspace.read("image.bin")).toMatchObject({ ok: false, error: { kind: "binary" } });
    expect(await workspace.read("latin1.txt")).toMatchObject({ ok: false, error: { kind: "binary" } });
    expect(await workspace.read("gone.ts")).toMatchObject({ ok: false, error: { kind: "not-found" } });
    await engine.commitWorkspace(id);
  });

  it("answers to nothing but its five methods", async () => {
    const { id, port } = await engine.workspace({ role: "fixer", base: opened.snapshot.oid, ticket, onEvent: () => undefined });
    const ask = (message: object) =>
      new Promise<unknown>((resolve) => {
        port.onmessage = (event) => {
          resolve(event.data);
        };
        port.postMessage({ id: "1", ...message });
      });
    const refused = { name: "throw", value: { isError: true } };
    expect(await ask({ type: "GET", path: ["read"] })).toMatchObject(refused);
    expect(await ask({ type: "APPLY", path: ["result"], argumentList: [] })).toMatchObject(refused);
    expect(
      await ask({ type: "APPLY", path: ["read", "constructor"], argumentList: [{ type: "RAW", value: "return 1" }] }),
    ).toMatchObject(refused);
    expect(await ask({ type: "SET", path: ["read"], value: { type: "RAW", value: "x" } })).toMatchObject(refused);
    expect(await ask({ type: "APPLY", path: ["read"], argumentList: [{ type: "RAW", value: "src/empty.ts" }] })).toMatchObject({
      value: { ok: true, value: "" },
    });
    await engine.commitWorkspace(id);
  });
});

describe("overlay, diff and merge", () => {
  const edit = async (path: string, content: string) => {
    const result = await engine.overlay(opened.snapshot.oid, [{ path: repoPathOf(path), bytes: text.encode(content) }]);
    return engine.diff(opened.snapshot.oid, result);
  };

  it("writes the tree that git would write", async () => {
    const result = await engine.overlay(opened.snapshot.oid, [
      { path: repoPathOf("src/a.ts"), bytes: text.encode("changed\n") },
      { path: repoPathOf("new/deep/file.ts"), bytes: text.encode("new\n") },
      { path: repoPathOf("bin/run.sh"), bytes: null },
      { path: repoPathOf("bin/link"), bytes: null },
    ]);
    const next = createRepository();
    const { "bin/run.sh": _run, "bin/link": _link, ...rest } = ODD_FILES;
    next.commit({ ...rest, "src/a.ts": "changed\n", "new/deep/file.ts": "new\n" });
    expect(result).toBe(next.tree());
    next.remove();
  });

  it("merges two edits of one file that lie apart", async () => {
    const base = await engine.overlay(opened.snapshot.oid, [{ path: repoPathOf("m.ts"), bytes: text.encode("1\n2\n3\n4\n5\n") }]);
    const of = async (content: string) =>
      engine.diff(base, await engine.overlay(base, [{ path: repoPathOf("m.ts"), bytes: text.encode(content) }]));
    const merged = await engine.merge(base, [
      { name: "A", changes: await of("one\n2\n3\n4\n5\n") },
      { name: "B", changes: await of("1\n2\n3\n4\nfive\n") },
    ]);
    if (!merged.ok) throw new Error("conflict");
    const files = await engine.files(merged.value);
    const entry = files.entries.find((one) => one.path === "m.ts");
    expect(new TextDecoder().decode(files.blobs.get(entry?.oid ?? opened.snapshot.oid))).toBe("one\n2\n3\n4\nfive\n");
    expect(
      await engine.merge(base, [
        { name: "A", changes: await of("1\n2\nthree\n4\n5\n") },
        { name: "B", changes: await of("1\n2\n3\n4\nfive\n") },
        { name: "C", changes: await of("1\n2\nIII\n4\n5\n") },
      ]),
    ).toEqual({ ok: false, error: { kind: "conflict", conflicts: [{ path: "m.ts", between: ["A", "C"], lines: [3, 3] }] } });
  });

  it("calls a removal beside an edit, two new files, and a file beside a folder conflicts", async () => {
    const gone = await engine.diff(
      opened.snapshot.oid,
      await engine.overlay(opened.snapshot.oid, [{ path: repoPathOf("src/a.ts"), bytes: null }]),
    );
    const cases = [
      [gone, await edit("src/a.ts", "x\n")],
      [await edit("n.ts", "1\n"), await edit("n.ts", "2\n")],
      [await edit("n", "1\n"), await edit("n/below", "2\n")],
    ] as const;
    for (const [a, b] of cases) {
      const merged = await engine.merge(opened.snapshot.oid, [
        { name: "A", changes: a },
        { name: "B", changes: b },
      ]);
      expect(merged).toMatchObject({ ok: false, error: { conflicts: [{ between: ["A", "B"] }] } });
    }
    const twice = await edit("n.ts", "same\n");
    expect(
      await engine.merge(opened.snapshot.oid, [
        { name: "A", changes: twice },
        { name: "B", changes: twice },
      ]),
    ).toEqual({ ok: true, value: twice.result });
  });
});
