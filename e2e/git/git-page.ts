/** The page of the git worker's browser test: the real client, on `window`, for the test to ask. */
import { wrap } from "comlink";
import { createGitStore, parseRepoUrl } from "../../src/adapters/repo/index.ts";
import type { RepoSource, Workspace } from "../../src/app/ports/index.ts";
import { repoPathOf } from "../../src/core/snapshot/index.ts";
import type { Ticket, TicketId } from "../../src/core/ticket/index.ts";

const git = createGitStore({ worker: () => new Worker("worker.js", { type: "module" }), packsBase: "packs/" });
const ticket: Ticket = { id: "T-1" as TicketId, title: "A ticket", body: "", acceptance: [], touches: [] };

/** The longest time that this page could not answer, in milliseconds, from now until `stop`. */
function watchFreeze(): () => number {
  let worst = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
  }, 10);
  return () => {
    clearInterval(timer);
    return worst;
  };
}

const page = {
  open: async (source: RepoSource, token: string | null = null) => {
    const stop = watchFreeze();
    const started = performance.now();
    const phases = new Set<string>();
    const result = await git.open(source, {
      signal: new AbortController().signal,
      onProgress: ({ phase }) => phases.add(phase),
      token,
    });
    return { result, phases: [...phases], ms: performance.now() - started, freezeMs: stop() };
  },
  openUrl: async (url: string, options: { githubApi: string; githubRaw: string }) => {
    const parsed = parseRepoUrl(url, options);
    return parsed.ok ? page.open(parsed.value) : { result: parsed, phases: [], ms: 0, freezeMs: 0 };
  },
  cancelled: async (source: RepoSource) => {
    const controller = new AbortController();
    const result = git.open(source, { signal: controller.signal, onProgress: () => undefined, token: null });
    setTimeout(() => {
      controller.abort();
    }, 100);
    return result;
  },
  archive: (name: string, bytes: readonly number[]) =>
    page.open({ kind: "archive", name, format: "zip", blob: new Blob([Uint8Array.from(bytes)]) }),
  /** A role's work, from the port to the patch, as the app does it. */
  work: async (base: string) => {
    const oid = base as never;
    const events: string[] = [];
    const { id, port } = await git.workspace({ role: "fixer", base: oid, ticket, onEvent: (event) => events.push(event.type) });
    const workspace = wrap<Workspace>(port);
    const read = await workspace.read("src/crlf.ts");
    await workspace.write("src/crlf.ts", "a\nB\n");
    await workspace.write("tests/x.test.ts", "it\n");
    const changes = await git.commitWorkspace(id);
    const commit = {
      author: { name: "A", email: "a@example.invalid" },
      timestamp: 1_700_000_000,
      timezoneOffset: 0,
      message: "Fix",
      branch: "fix",
    };
    const patch = await git.patch(oid, changes.result, commit);
    const applied = await git.applyPatch(oid, patch);
    const bundle = await git.bundle(oid, null, changes.result, commit);
    const overlaid = await git.overlay(oid, [{ path: repoPathOf("n.ts"), bytes: new Uint8Array([97]) }]);
    const files = await git.files(overlaid);
    return { read, events, changes, patch, applied, bundle: [...bundle], files: files.entries.length, blobs: files.blobs.size };
  },
};
export type GitPage = typeof page;
Object.assign(window, { gitPage: page });
