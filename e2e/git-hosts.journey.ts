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
  github.rawFaults.delete("src/lease.ts");
  const blob = git(origin, ["rev-parse", "HEAD:src/lease.ts"]);
  expect(github.requests.filter(({ host, url }) => host === "api" && url.endsWith(`/git/blobs/${blob}`))).toHaveLength(1);
});

it("takes no token along where a host sends a request on to another", async () => {
  const TOKEN = "token-for-one-host-alone";
  const root = join(scratch.path, "owner");
  const closed = await serveGit({ root, password: TOKEN });
  const other = await serveGit({ root });
  try {
    const journey = await startJourney();
    await journey.open();
    const open = () =>
      journey.ask((fixgate, [url, token]) => fixgate.openUrl(url, { token }), [`${closed.origin}/lockbox`, TOKEN] as const);
    await open();
    await journey.until("it is open", ({ repository }) => repository.kind === "open");
    closed.faults.set("lockbox", { kind: "redirect", to: `${other.origin}/lockbox` });
    await open();
    const { error } = await journey.until(
      "it is refused",
      ({ repository }) => repository.kind === "failed" && repository.error.kind === "unauthorised" && repository,
    );
    expect(JSON.stringify(error)).toMatch(/another host, where the token must not go/);
    const withToken = journey.requests.filter(({ headers }) => headers["authorization"] !== undefined);
    expect(withToken.length).toBeGreaterThan(1);
    expect([...new Set(withToken.map(({ host }) => host))]).toEqual([hostOf(closed.origin)]);
    expect(other.requests.filter(({ headers }) => headers["authorization"] !== undefined)).toEqual([]);
  } finally {
    await closed.close();
    await other.close();
  }
});

it("shows the host's limit; used up, it says until when, and a token lifts it", async () => {
  github.tokens.set("github_pat_lifts", { login: "someone", contents: "read", pullRequests: "none" });
  const anonymous = github.limits.anonymous;
  try {
    const journey = await startJourney();
    const { page } = journey;
    await journey.open();
    await journey.ask((fixgate, [api, raw]) => fixgate.updateSettings({ githubApi: api, githubRaw: raw }), [
      github.api,
      github.raw,
    ] as const);
    const openTyped = async (): Promise<void> => {
      await page.goto(`${journey.appUrl}#/`);
      await page.getByTestId("open-url").fill("https://github.com/owner/lockbox");
      await page.getByTestId("open-submit").click();
    };
    await openTyped();
    const isOpen = () => journey.until("it is open", ({ repository }) => repository.kind === "open");
    await isOpen();
    await page.goto(`${journey.appUrl}#/repository`);
    const limit = await page.getByTestId("rate-limit").innerText();
    const [, resets = "?"] = /until (\d\d:\d\d)$/.exec(limit) ?? [];
    expect(limit).toBe(`${String(github.limits.anonymous)} calls left until ${resets}`);
    await journey.ask((fixgate) => {
      fixgate.closeRepository();
    }, null);

    github.limits.anonymous = 0;
    await openTyped();
    const told = await page.getByTestId("open-error").innerText();
    expect(told).toMatch(/limit is used up/);
    expect(told).toContain(resets);
    await page.getByRole("button", { name: "Private repository" }).click();
    await page.getByTestId("open-token").fill("github_pat_lifts");
    await page.getByTestId("open-submit").click();
    await isOpen();
  } finally {
    github.limits.anonymous = anonymous;
  }
});

it("opens a private repository by a token that is typed once, goes to the API alone, and is gone on reload", async () => {
  github.privateRepositories.add("owner/lockbox");
  github.tokens.set("github_pat_read", { login: "someone", contents: "read", pullRequests: "none" });
  const from = github.requests.length;
  try {
    const journey = await startJourney();
    const said: string[] = [];
    journey.context.on("console", (message) => said.push(message.text()));
    await journey.open();
    await journey.ask((fixgate, [api, raw]) => fixgate.updateSettings({ githubApi: api, githubRaw: raw }), [
      github.api,
      github.raw,
    ] as const);
    const { page } = journey;
    const openTyped = async (token: string | null): Promise<void> => {
      await page.goto(`${journey.appUrl}#/`);
      await page.getByTestId("open-url").fill("https://github.com/owner/lockbox");
      if (token !== null) {
        if (!(await page.getByTestId("open-token").isVisible()))
          await page.getByRole("button", { name: "Private repository" }).click();
        await page.getByTestId("open-token").fill(token);
        expect(await page.locator(".url-token").innerText()).toMatch(/fine-grained .*Contents: read-only/);
      }
      await page.getByTestId("open-submit").click();
    };
    const failed = (kind: string) =>
      journey.until(`it is ${kind}`, ({ repository }) => repository.kind === "failed" && repository.error.kind === kind);
    const opened = async (): Promise<void> => {
      await journey.until("it is open", ({ repository }) => repository.kind === "open");
      await journey.ask((fixgate) => {
        fixgate.closeRepository();
      }, null);
    };
    await openTyped(null);
    await failed("not-found");
    await openTyped("github_pat_wrong");
    await failed("unauthorised");
    expect((await journey.state()).tokens).toEqual([]);
    await openTyped("github_pat_read");
    await opened();
    expect((await journey.state()).tokens).toEqual([{ host: hostOf(github.api), inMemory: true, kept: false }]);
    await openTyped(null);
    await opened();

    const asked = github.requests.slice(from);
    expect(asked.filter(({ host, headers }) => host === "raw" && headers["authorization"] !== undefined)).toEqual([]);
    expect(asked.filter(({ url }) => url.includes("github_pat"))).toEqual([]);
    expect(journey.foreignHosts().filter((host) => host !== hostOf(github.api) && host !== hostOf(github.raw))).toEqual([]);
    const kept = JSON.stringify([
      await journey.state(),
      await page.evaluate(() => [localStorage, sessionStorage].map((kept) => Object.entries(kept))),
      page.url(),
      said,
    ]);
    expect(kept).not.toContain("github_pat");
    await page.reload();
    await page.waitForFunction(() => "fixgate" in window);
    expect((await journey.state()).tokens).toEqual([]);
  } finally {
    github.privateRepositories.delete("owner/lockbox");
  }
});
