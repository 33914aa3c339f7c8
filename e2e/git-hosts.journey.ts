/**
 * Repositories from real hosts: a Git address served by git's own http-backend, run to a patch that real git applies, and
 * a github.com address by REST API and raw blobs. Nothing is asked of anybody but the page's own origin and that host.
 */
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { artifactsOf, tryExport } from "./harness/exported.ts";
import { startJourney } from "./harness/journey.ts";
import { runToEnd, untilReady } from "./harness/runs.ts";
import { serveGit, type GitHttpServer } from "./servers/git-http-server.ts";
import { git, temporaryFolder } from "./servers/git-repository.ts";
import { serveGitHub, type GitHubServer } from "./servers/github-server.ts";

const ROOT = join(import.meta.dirname, "..");
const scratch = temporaryFolder();
const origin = join(scratch.path, "owner/lockbox");
let server: GitHttpServer;
let github: GitHubServer;

beforeAll(async () => {
  mkdirSync(join(scratch.path, "owner"));
  cpSync(join(ROOT, "public/demos/lockbox/repo"), origin, { recursive: true });
  git(origin, ["init", "-q", "-b", "main"]);
  git(origin, ["add", "-A", "-f"]);
  git(origin, ["commit", "-q", "-m", "A lock manager"]);
  server = await serveGit({ root: join(scratch.path, "owner") });
  github = await serveGitHub(scratch.path);
});
afterAll(async () => {
  await server.close();
  await github.close();
  scratch.remove();
});

const hostOf = (address: string): string => new URL(address).host;

it(
  "opens a Git address, verifies a ticket, and gives a patch and a bundle that real git takes",
  async () => {
    const journey = await startJourney();
    const url = `${server.origin}/lockbox`;
    // No lockfile and no registry: the archive is the only way to packages here.
    await journey.open(`?repo=${encodeURIComponent(url)}&ticket=LB-1`);
    const opened = await journey.until("it is open", ({ repository }) => repository.kind === "open" && repository);
    const base = git(origin, ["rev-parse", "HEAD^{tree}"]);
    expect(opened.repository).toMatchObject({ commit: git(origin, ["rev-parse", "HEAD"]), snapshot: { oid: base } });
    const without = await journey.until(
      "packages are not there",
      ({ repository }) => repository.kind === "open" && repository.dependencies.kind === "failed" && repository.dependencies.error,
    );
    expect(without.kind).toBe("no-lockfile");

    const replies = JSON.parse(readFileSync(join(ROOT, "public/packs/lockbox.replies.json"), "utf8")) as object;
    await journey.ask(
      async (fixgate, script) => {
        fixgate.useDependencyArchive(await (await fetch("packs/lockbox.deps.pack")).blob());
        await fixgate.useScript(new Blob([script]));
      },
      JSON.stringify({ tickets: [], replies }),
    );
    await untilReady(journey);
    const run = await runToEnd(journey, "LB-1");
    if (run.end?.kind !== "verified") throw new Error(`the run ended ${JSON.stringify(run.end)}`);

    const tried = tryExport(origin, await artifactsOf(journey, run.id));
    expect(tried.patchTree).toBe(run.end.candidate);
    expect(tried.bundleTree).toBe(run.end.candidate);
    expect(tried.subject).toContain(run.subject.ticket.title);
    expect(tried.vitest.failed).toBe(0);
    expect(tried.vitest.passed).toBeGreaterThan(15);

    expect(journey.foreignHosts()).toEqual([hostOf(server.origin)]);
    expect(journey.requests.filter(({ forwarded }) => !forwarded)).toEqual([]);
  },
  12 * 60_000,
);

it("opens a github.com address by API and raw blobs, object by object", async () => {
  const journey = await startJourney();
  await journey.open();
  await journey.ask(
    async (fixgate, [api, raw]) => {
      await fixgate.updateSettings({ githubApi: api, githubRaw: raw });
      await fixgate.openUrl("https://github.com/owner/lockbox");
    },
    [github.api, github.raw] as const,
  );
  const { repository, tickets } = await journey.until(
    "it is open",
    (state) => state.repository.kind === "open" && state.repository,
  );
  expect(repository).toMatchObject({
    commit: git(origin, ["rev-parse", "HEAD"]),
    snapshot: { oid: git(origin, ["rev-parse", "HEAD^{tree}"]) },
  });
  expect(tickets.map(({ ticket }) => ticket.id)).toContain("LB-12");
  expect(journey.foreignHosts()).toEqual([hostOf(github.api), hostOf(github.raw)].sort());

  // An object that is not what its id says is not taken: it is asked for at the other door. On a page that holds none yet.
  await journey.page.reload();
  await journey.page.waitForFunction(() => "fixgate" in window);
  github.rawFaults.set("src/lease.ts", { bytes: "export const other = 1;\n", always: true });
  await journey.ask((fixgate) => fixgate.openUrl("https://github.com/owner/lockbox"), null);
  const again = await journey.until(
    "it is open again",
    (state) => state.repository.kind === "open" && state.repository.repository.snapshot.oid,
  );
  expect(again).toBe(git(origin, ["rev-parse", "HEAD^{tree}"]));
  const blob = git(origin, ["rev-parse", "HEAD:src/lease.ts"]);
  expect(github.requests.filter(({ host, url }) => host === "api" && url.endsWith(`/git/blobs/${blob}`))).toHaveLength(1);
});
