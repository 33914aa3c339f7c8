/**
 * From a Git address to a pushed branch and a draft pull request: the lockbox demo's repository behind git's own
 * http-backend and a server that answers as GitHub's API says. Real git looks at what came out; the recording proxy looks at
 * every request for the token.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { receiptsIn } from "../src/app/publish/receipt-block.ts";
import { artifactsOf } from "./harness/exported.ts";
import { startJourney, type Journey } from "./harness/journey.ts";
import { runToEnd, untilEnd, untilReady } from "./harness/runs.ts";
import { serveGit, type GitHttpServer } from "./servers/git-http-server.ts";
import { git, temporaryFolder } from "./servers/git-repository.ts";
import { serveGitHub, type GitHubServer } from "./servers/github-server.ts";

const ROOT = join(import.meta.dirname, "..");
const TOKEN = "github_pat_11AAAA_only_for_this_test";
const PASSPHRASE = "a long enough passphrase";
const scratch = temporaryFolder();
const work = join(scratch.path, "work");
const bare = join(scratch.path, "owner/lockbox");
let server: GitHttpServer;
let github: GitHubServer;

beforeAll(async () => {
  cpSync(join(ROOT, "public/demos/lockbox/repo"), work, { recursive: true });
  git(work, ["init", "-q", "-b", "main"]);
  git(work, ["add", "-A", "-f"]);
  git(work, ["commit", "-q", "-m", "A lock manager"]);
  mkdirSync(join(scratch.path, "owner"));
  git(scratch.path, ["clone", "-q", "--bare", work, bare]);
  server = await serveGit({ root: join(scratch.path, "owner"), allowPush: true });
  github = await serveGitHub(scratch.path);
  github.tokens.set(TOKEN, { login: "owner", contents: "write", pullRequests: "write" });
});
afterAll(async () => {
  await server.close();
  await github.close();
  scratch.remove();
});

const at = (page: Page, testId: string) => page.getByTestId(testId);

async function publishAs(journey: Journey, branch: string): Promise<void> {
  await at(journey.page, "publish-branch").fill(branch);
  await at(journey.page, "publish-submit").click();
  await journey.until("publishing has ended", ({ publishing }) => publishing?.progress == null, 120_000);
}

it(
  "pushes a branch, opens a draft pull request, keeps a token to its host, and follows a base that moves",
  async () => {
    const journey = await startJourney({ viewport: { width: 1440, height: 900 } });
    const { page } = journey;
    const url = `${server.origin}/lockbox`;
    await journey.open(`?repo=${encodeURIComponent(url)}`);
    await journey.until("it is open", ({ repository }) => repository.kind === "open");
    const replies = JSON.parse(readFileSync(join(ROOT, "public/packs/lockbox.replies.json"), "utf8")) as object;
    await journey.ask(
      async (fixgate, { script, api, raw }) => {
        await fixgate.updateSettings({ githubApi: api, githubRaw: raw });
        fixgate.useDependencyArchive(await (await fetch("packs/lockbox.deps.pack")).blob());
        await fixgate.useScript(new Blob([script]));
      },
      { script: JSON.stringify({ tickets: [], replies }), api: github.api, raw: github.raw },
    );
    await untilReady(journey);
    const run = await runToEnd(journey, "LB-1");
    if (run.end?.kind !== "verified") throw new Error(`the run ended ${JSON.stringify(run.end)}`);
    const base = git(bare, ["rev-parse", "main"]);
    const { candidate } = run.end;

    // A branch, pushed: not before it has an author, and by name what was graded.
    await page.evaluate((id) => {
      location.hash = `#/run/${id}`;
    }, run.id);
    await at(page, "publish-open").click();
    await at(page, "publish-submit").click();
    await journey.until("an author is asked for", ({ publishing }) => publishing?.error?.message.includes("no author") === true);
    await at(page, "publish-author-name").fill("Ada Möller");
    await at(page, "publish-author-email").fill("ada@example.invalid");
    await publishAs(journey, "fixgate/LB-1");
    expect(await at(page, "published").getAttribute("data-kind")).toBe("branch");
    const look = (rev: string) =>
      git(bare, ["log", "-1", "--format=%an <%ae>|%P|%T|%(trailers:key=Fixgate-Receipt,valueonly)", rev]).trim();
    expect(look("fixgate/LB-1")).toMatch(
      new RegExp(`^Ada Möller <ada@example.invalid>\\|${base}\\|${candidate}\\|sha256:[0-9a-f]{64}$`),
    );
    expect(git(bare, ["log", "-1", "--format=%b", "fixgate/LB-1"])).toMatch(
      /Gates, pass: .*\bmutation\b[\s\S]*Check it again: npx fixgate verify LB-1\.receipt\.json --repo http/,
    );
    expect(git(bare, ["rev-parse", "main"])).toBe(base);
    await publishAs(journey, "fixgate/LB-1");
    expect((await journey.state()).publishing?.error?.kind).toBe("branch-exists");

    // A draft pull request at the same repository's other address, with a token that is kept encrypted.
    await at(page, "publish-address").fill("https://github.com/owner/lockbox");
    await at(page, "token")
      .filter({ hasText: new URL(github.api).host })
      .waitFor();
    expect(await at(page, "publish-submit").isDisabled()).toBe(true);
    await at(page, "token-value").fill(TOKEN);
    await at(page, "token-keep").check();
    await at(page, "token-passphrase").fill(PASSPHRASE);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await journey.screenshot(`publish-token-${String(width)}-${colorScheme}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await at(page, "token-give").click();
    await journey.until("the token is there", ({ tokens }) => tokens.some(({ inMemory, kept }) => inMemory && kept));
    await publishAs(journey, "fixgate/LB-1-draft");
    expect((await journey.state()).publishing).toBeNull();
    await journey.screenshot("publish-drafted");
    const [pull] = github.pulls;
    expect(github.pulls).toHaveLength(1);
    expect(pull).toMatchObject({
      draft: true,
      base: "main",
      head: "owner:fixgate/LB-1-draft",
      title: expect.stringMatching(/^LB-1: /) as unknown,
    });
    expect(look("fixgate/LB-1-draft")).toMatch(new RegExp(`^Ada Möller <ada@example.invalid>\\|${base}\\|${candidate}\\|sha256:`));
    for (const part of [
      "## Ticket",
      "## What changed",
      "## Gates",
      "## Not checked",
      "Scripted replies, real gates",
      `npx fixgate verify https://github.com/owner/lockbox/pull/1`,
    ])
      expect(pull?.body).toContain(part);
    const artifacts = await artifactsOf(journey, run.id);
    const receipt = JSON.parse(
      artifacts.find(({ name }) => name.endsWith(".receipt.json"))?.bytes.toString("utf8") ?? "null",
    ) as unknown;
    expect(receiptsIn(pull?.body ?? "")).toEqual({ receipts: [receipt], unreadable: 0 });
    expect(git(bare, ["fsck", "--strict", "--no-dangling"])).toBe("");

    // The token: in a header to that host, and nowhere else at all.
    const withToken = journey.requests.filter((request) => JSON.stringify(request).includes(TOKEN));
    expect(withToken.length).toBeGreaterThan(5);
    expect([...new Set(withToken.map(({ host }) => host))]).toEqual([new URL(github.api).host]);
    for (const request of withToken) {
      expect(request.url).not.toContain(TOKEN);
      expect(request.headers["authorization"]).toBe(`Bearer ${TOKEN}`);
    }
    expect(JSON.stringify(await journey.state())).not.toContain(TOKEN);
    for (const { bytes } of artifacts) expect(bytes.includes(TOKEN)).toBe(false);
    expect(pull?.body).not.toContain(TOKEN);
    expect(await page.evaluate(dumpStorage)).not.toContain(TOKEN);
    expect(journey.logged.join("\n")).not.toContain(TOKEN);

    // The base moves on: nothing is published on it unseen; the same change is judged anew there.
    writeFileSync(join(work, "NOTES.md"), "moved on\n");
    git(work, ["add", "-A"]);
    git(work, ["commit", "-q", "-m", "Something else"]);
    git(work, ["push", "-q", bare, "main"]);
    await at(page, "publish-address").fill(url);
    await publishAs(journey, "fixgate/LB-1-later");
    expect((await journey.state()).publishing?.error?.kind).toBe("base-moved");
    await at(page, "publish-new-base").click();
    await journey.until(
      "another run is under way",
      (state) => state.running && state.run !== null && state.run.id !== run.id && state.run,
      300_000,
    );
    const again = await untilEnd(journey);
    if (again.end?.kind !== "verified") throw new Error(`the second run ended ${JSON.stringify(again.end)}`);
    const moved = git(work, ["rev-parse", "HEAD"]);
    expect(again.subject.repository.commit).toBe(moved);
    const published = await journey.ask(
      (fixgate, [id, address]) => fixgate.publish(id as never, { address, branch: "fixgate/LB-1-later", baseBranch: "" }),
      [again.id, url] as const,
    );
    expect(published).toMatchObject({ kind: "branch", branch: "fixgate/LB-1-later" });
    expect(look("fixgate/LB-1-later")).toMatch(new RegExp(`\\|${moved}\\|${again.end.candidate}\\|sha256:`));
    expect(git(bare, ["diff", "--name-only", moved, "fixgate/LB-1-later"])).toBe(
      git(bare, ["diff", "--name-only", base, "fixgate/LB-1"]),
    );

    // After a reload: what was published is still said, the token is locked, and only its passphrase opens it.
    await page.goto(`${journey.appUrl}?reloaded#/run/${run.id}`);
    await at(page, "publish-open").click();
    await at(page, "published").first().waitFor();
    expect(await at(page, "published").count()).toBe(2);
    await at(page, "publish-address").fill("https://github.com/owner/lockbox");
    await page.locator('[data-testid="token"][data-state="locked"]').waitFor();
    await at(page, "token-unlock-passphrase").fill("not the passphrase");
    await at(page, "token-unlock").click();
    await page.getByText("This passphrase does not open it.").waitFor();
    await at(page, "token-unlock-passphrase").fill(PASSPHRASE);
    await at(page, "token-unlock").click();
    await journey.until("it is open", ({ tokens }) => tokens.some(({ inMemory }) => inMemory));
    await at(page, "token-forget").click();
    await journey.until("it is forgotten", ({ tokens }) => tokens.length === 0);
    expect(journey.requests.filter(({ forwarded }) => !forwarded)).toEqual([]);
  },
  20 * 60_000,
);

/** Everything that this origin keeps, as text. Runs in the page. */
async function dumpStorage(): Promise<string> {
  const parts = [
    JSON.stringify(Object.entries(localStorage)),
    JSON.stringify(Object.entries(sessionStorage)),
    document.cookie,
    location.href,
  ];
  const ask = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => {
        resolve(request.result);
      };
      request.onerror = () => {
        reject(new Error("storage can't be read"));
      };
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await ask(indexedDB.open(name ?? ""));
    for (const store of database.objectStoreNames) {
      for (const value of (await ask(database.transaction(store).objectStore(store).getAll())) as unknown[])
        parts.push(
          JSON.stringify(value, (_, one: unknown) =>
            one instanceof Uint8Array
              ? new TextDecoder().decode(one)
              : one instanceof ArrayBuffer
                ? new TextDecoder().decode(one)
                : one,
          ),
        );
    }
    database.close();
  }
  return parts.join("\n");
}
