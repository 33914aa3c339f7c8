/** `fixgate verify` on a real repository, with real git, native Vitest and tsc: what holds, and each way in which it doesn't. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createRepository, git, temporaryFolder, type TestRepository } from "./servers/git-repository.ts";
import { serveGitInThread } from "./servers/git-http-thread.ts";
import { serveGitHub } from "./servers/github-server.ts";
import { createGradedRepository, FILES, TEST } from "./harness/graded-repository.ts";
import { createSigner } from "./harness/signed-receipts.ts";
import {
  sealReceipt,
  toBase64,
  fromBase64,
  type Envelope,
  type Receipt,
  type ReceiptBody,
  type Signer,
} from "../src/core/receipt/index.ts";
import { receiptBlock } from "../src/app/publish/receipt-block.ts";
import { verify } from "../src/cli/commands/verify.ts";
import type { Row } from "../src/cli/verify/rows.ts";

// Real processes: slow where the machine is busy, and never by themselves.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const NODE_MODULES = join(import.meta.dirname, "../node_modules");
const TREES = ["tree of the candidate", "tree of base with the tests", "tree of the fix"];

const out = temporaryFolder();
let repository: TestRepository;
let patch: string;
let body: ReceiptBody;
let signer: Signer;
let published: string;

beforeAll(async () => {
  ({ repository, published, patch, body } = createGradedRepository());
  signer = await createSigner();
});
afterAll(() => {
  repository.remove();
  out.remove();
});

let stdout: string;
beforeEach(() => {
  stdout = "";
  vi.spyOn(console, "log").mockImplementation((text: string) => void (stdout += `${text}\n`));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const sealed = (change: (body: ReceiptBody) => ReceiptBody = (same) => same): Promise<Envelope> =>
  sealReceipt(change(body), { now: 1_750_000_000_000, sign: signer });
function put(name: string, content: string): string {
  const file = join(out.path, name);
  writeFileSync(file, content);
  return file;
}
/** The exit code and the rows that do not hold. */
async function verified(
  ...args: string[]
): Promise<{ readonly code: number; readonly rows: readonly Row[]; readonly differs: readonly string[] }> {
  const json = join(out.path, "result.json");
  writeFileSync(json, '{"rows":[]}');
  const code = await verify([...args, "--json", json, "--junit", join(out.path, "result.xml")]);
  const { rows } = JSON.parse(readFileSync(json, "utf8")) as { rows: Row[] };
  return { code, rows, differs: rows.filter((row) => row.holds === false).map((row) => row.what) };
}
type Trees = Receipt["predicate"]["fixgate"]["trees"];
/** A receipt that is signed as it should be, and claims other trees or another patch. */
const sealedWith = (trees: Partial<Trees>, patchText = patch): Promise<Envelope> =>
  sealed((now) => {
    const { fixgate } = now.predicate;
    const claimed = { ...fixgate.trees, ...trees };
    return {
      ...now,
      subject: [
        { name: "base", digest: { gitTree: claimed.base } },
        { name: "result", digest: { gitTree: claimed.candidate } },
      ],
      predicate: {
        ...now.predicate,
        fixgate: {
          ...fixgate,
          trees: claimed,
          patch: `sha256:${createHash("sha256").update(patchText).digest("hex")}`,
          verdicts: fixgate.verdicts.map((verdict) => ({ ...verdict, on: claimed.candidate })),
        },
      },
    };
  });
const withTrees = (envelope: Envelope, change: (receipt: Receipt) => unknown): Envelope => {
  const receipt = JSON.parse(new TextDecoder().decode(fromBase64(envelope.payload) ?? undefined)) as Receipt;
  return { ...envelope, payload: toBase64(new TextEncoder().encode(JSON.stringify(change(receipt)))) };
};

describe("what holds", () => {
  it("a pull request's text, the published commit standing in for the patch: every gate that a native run repeats", async () => {
    const text = put("body.md", ["## Gates", "", ...receiptBlock(await sealed())].join("\n"));
    expect(await verify([text, "--list"])).toBe(0);
    expect(JSON.parse(stdout)).toEqual(["LB-3"]);
    expect(git(repository.folder, ["rev-parse", "published"])).toBe(published);
    const { code, rows } = await verified(text, "--ticket", "LB-3", "--repo", repository.folder, "--node-modules", NODE_MODULES);
    expect(rows.filter((row) => row.holds === false)).toEqual([]);
    expect(rows.filter((row) => row.holds === true).map((row) => row.what)).toEqual([
      "signature",
      "result",
      ...TREES,
      "gate scope",
      "gate baseline",
      "gate fails-without-fix",
      "gate passes-with-fix",
      "gate suite",
      "gate typecheck",
    ]);
    expect(code).toBe(0);
    // Whoever signs with a key of their own may claim these: they are not told as seen.
    const unrepeated = rows.filter((row) => row.holds === null).map((row) => row.what);
    expect(unrepeated).toEqual(expect.arrayContaining(["gate integrity", "gate mutation", "gate review", "gate export"]));
    expect(stdout).toContain("All that can be checked again holds. As the receipt says, and not run again:");
    for (const what of unrepeated) expect(stdout).toContain(what.replace("gate ", ""));
    expect(readFileSync(join(out.path, "result.xml"), "utf8")).toContain(
      `tests="${String(rows.length)}" failures="0" skipped="${String(unrepeated.length)}"`,
    );
  });
});

describe("a repository by its address", () => {
  it("is cloned, and the ref that holds the result fetched, over HTTP", async () => {
    const hosted = temporaryFolder();
    mkdirSync(join(hosted.path, "acme"));
    const bare = join(hosted.path, "acme/twice");
    git(hosted.path, ["clone", "-q", "--bare", "--single-branch", "--branch", "main", repository.folder, bare]);
    git(repository.folder, ["push", "-q", bare, "published:refs/pull/1/head"]);
    const server = await serveGitInThread({ root: hosted.path });
    try {
      // One wrong claim ends it before the gates are run, which is after all trees were looked at.
      const text = put("address.md", receiptBlock(await sealedWith({ fix: "a".repeat(40) })).join("\n"));
      const at = ["--repo", `${server.origin}/acme/twice`];
      const { rows, differs } = await verified(text, ...at, "--ref", "refs/pull/1/head");
      expect([rows.map(({ what }) => what), differs]).toEqual([["signature", "result", ...TREES], ["tree of the fix"]]);
      expect(await verified(text, ...at)).toMatchObject({ code: 1, differs: ["base and result"] });
      expect(stdout).toContain("no commit of this repository has the receipt's result");
      expect(await verified(text, "--repo", `${server.origin}/acme/gone`)).toMatchObject({ code: 1, differs: ["base and result"] });
      expect(stdout).toContain("the repository can't be cloned");
    } finally {
      await server.close();
      hosted.remove();
    }
  });
});

describe("what does not", () => {
  it("a verdict that native runs don't confirm", async () => {
    // The fix is no fix: its tree is another, and honest about it; its test is red there.
    const worse = createRepository();
    try {
      const commit = worse.commit(FILES);
      const base = worse.tree();
      worse.commit({ ...FILES, ...TEST });
      const baseWithTests = worse.tree();
      const noFix = { "src/twice.ts": "export const twice = (n: number): number => n * 4;\n" };
      worse.commit({ ...FILES, ...noFix });
      const fix = worse.tree();
      worse.commit({ ...FILES, ...noFix, ...TEST });
      const candidate = worse.tree();
      const file = put("worse.patch", `${git(worse.folder, ["diff", commit, "HEAD"])}\n`);
      worse.git("reset", "-q", "--hard", commit);
      const receipt = await sealed((now) => ({
        ...now,
        subject: [
          { name: "base", digest: { gitTree: base } },
          { name: "result", digest: { gitTree: candidate } },
        ],
        predicate: {
          ...now.predicate,
          fixgate: {
            ...now.predicate.fixgate,
            patch: `sha256:${createHash("sha256").update(readFileSync(file)).digest("hex")}`,
            trees: { base, baseWithTests, fix, candidate },
          },
        },
      }));
      put("worse.receipt.json", JSON.stringify(receipt));
      const { code, differs, rows } = await verified(file, "--repo", worse.folder, "--node-modules", NODE_MODULES);
      expect(code).toBe(1);
      expect(rows.slice(0, 6).map(({ what, holds }) => [what, holds])).toEqual(
        ["signature", "result", "patch", ...TREES].map((what) => [what, true]),
      );
      expect(differs).toEqual(expect.arrayContaining(["gate passes-with-fix", "gate suite"]));
      expect(differs).not.toContain("gate baseline");
      expect(readFileSync(join(out.path, "result.xml"), "utf8")).toContain("claimed pass, seen fail");
    } finally {
      worse.remove();
    }
  });

  it("one byte of the receipt changed", async () => {
    const envelope = await sealed();
    const bytes = fromBase64(envelope.payload) ?? new Uint8Array();
    const at = new TextDecoder().decode(bytes).indexOf("Chromium 156") + "Chromium 15".length;
    bytes[at] = "7".charCodeAt(0);
    const receipt = put("byte.receipt.json", JSON.stringify({ ...envelope, payload: toBase64(bytes) }));
    put("byte.patch", patch);
    expect(await verified(receipt, "--repo", repository.folder)).toMatchObject({ code: 1, differs: ["signature"] });
    expect(stdout).toContain("was changed after it was signed");
  });

  it("another patch", async () => {
    const receipt = put("other.receipt.json", JSON.stringify(await sealed()));
    put("other.patch", patch.replace("n * 2", "n + n"));
    expect(await verified(receipt, "--repo", repository.folder)).toMatchObject({ code: 1, differs: ["patch"] });
  });

  it.each<[string, keyof Trees]>([
    ["tree of the candidate", "candidate"],
    ["tree of base with the tests", "baseWithTests"],
    ["tree of the fix", "fix"],
  ])("another %s, and no gate is run on it", async (what, tree) => {
    const other = "a".repeat(40);
    const receipt = put("tree.receipt.json", JSON.stringify(await sealedWith({ [tree]: other })));
    put("tree.patch", patch);
    const { code, rows, differs } = await verified(receipt, "--repo", repository.folder);
    expect([code, differs]).toEqual([1, [what]]);
    expect(rows.map((row) => row.what)).toEqual(["signature", "result", "patch", ...TREES]);
    expect(rows.find((row) => row.what === what)?.claimed).toBe(other);
  });

  it("a patch that does not apply to the base", async () => {
    const elsewhere = patch.replace("n * 3", "n * 5");
    const receipt = put("elsewhere.receipt.json", JSON.stringify(await sealedWith({}, elsewhere)));
    put("elsewhere.patch", elsewhere);
    const { code, differs } = await verified(receipt, "--repo", repository.folder);
    expect([code, differs]).toEqual([1, ["base and result"]]);
    expect(stdout).toContain("the patch does not apply to base");
  });

  it("another base", async () => {
    const other = createRepository();
    other.commit({ "a.txt": "a\n" });
    const receipt = put("base.receipt.json", JSON.stringify(await sealed()));
    put("base.patch", patch);
    const { code, differs } = await verified(receipt, "--repo", other.folder);
    expect([code, differs]).toEqual([1, ["base and result"]]);
    expect(stdout).toContain("no commit of this repository has the receipt's base tree");
    other.remove();
  });

  it("a result that is neither in a patch nor in a commit", async () => {
    const clone = temporaryFolder();
    git(clone.path, ["clone", "-q", "--single-branch", "--branch", "main", repository.folder, "clone"]);
    const text = put("alone.md", receiptBlock(await sealed()).join("\n"));
    const { code, differs } = await verified(text, "--repo", join(clone.path, "clone"));
    expect([code, differs]).toEqual([1, ["base and result"]]);
    expect(stdout).toContain("there is no patch");
    clone.remove();
  });

  it("reads a pull request by its host's API, and its head by the ref that holds it", async () => {
    const hosted = temporaryFolder();
    mkdirSync(join(hosted.path, "acme"));
    const bare = join(hosted.path, "acme/twice");
    git(hosted.path, ["clone", "-q", "--bare", "--single-branch", "--branch", "main", repository.folder, bare]);
    git(repository.folder, ["push", "-q", bare, "published:refs/pull/1/head"]);
    const github = await serveGitHub(hosted.path);
    try {
      github.tokens.set("tok", { login: "acme", contents: "read", pullRequests: "none" });
      github.pulls.push({
        number: 1,
        repository: "acme/twice",
        head: "acme:published",
        base: "main",
        title: "Twice",
        body: receiptBlock(await sealed()).join("\n"),
        draft: true,
        sha: published,
      });
      vi.stubEnv("FIXGATE_GITHUB_API", github.api);
      vi.stubEnv("FIXGATE_TOKEN", "tok");
      const address = "https://github.com/acme/twice/pull/1";
      expect(await verify([address, "--list"])).toBe(0);
      expect(JSON.parse(stdout)).toEqual(["LB-3"]);
      expect(github.requests.map(({ method, url, headers }) => [method, url, headers["authorization"]])).toEqual([
        ["GET", "/repos/acme/twice/pulls/1", "Bearer tok"],
      ]);
      // Its trees are found; there is no lockfile to install packages by, so the gates could not be run again: 2, never 0.
      expect(await verify([address, "--repo", bare])).toBe(2);
      expect(await verify(["https://github.com/acme/twice/pull/2", "--list"])).toBe(2);
    } finally {
      vi.unstubAllEnvs();
      await github.close();
      hosted.remove();
    }
  });

  it("an older schema, and one that contradicts itself", async () => {
    const envelope = await sealed();
    const older = withTrees(envelope, (receipt) => ({
      ...receipt,
      predicate: { ...receipt.predicate, fixgate: { ...receipt.predicate.fixgate, version: 0 } },
    }));
    put("older.patch", patch);
    expect(await verified(put("older.receipt.json", JSON.stringify(older)), "--repo", repository.folder)).toMatchObject({
      code: 1,
      differs: ["version"],
    });
    expect(stdout).toContain("a receipt of version 0; this program reads version 2");
    const lies = withTrees(envelope, (receipt) => ({ ...receipt, predicate: { ...receipt.predicate, failedTests: ["suite"] } }));
    put("lies.patch", patch);
    expect(await verified(put("lies.receipt.json", JSON.stringify(lies)), "--repo", repository.folder)).toMatchObject({
      code: 1,
      differs: ["consistency"],
    });
  });

  it("a block that can't be read, beside none that can", async () => {
    const text = put("broken.md", "```fixgate-receipt\nAAAA\n```\n");
    expect(await verified(text, "--repo", repository.folder)).toMatchObject({ code: 1, differs: ["receipt"] });
  });

  it.each([
    ["no receipt in the text", () => [put("plain.md", "Nothing here\n"), "--repo", repository.folder]],
    ["a file that is not there", () => ["gone.receipt.json", "--repo", repository.folder]],
    ["no repository", () => [put("norepo.md", "x")]],
    ["no JSON", () => [put("bad.receipt.json", "{"), "--repo", repository.folder]],
    ["nothing", () => []],
  ])("%s could not be checked: 2", async (_, args) => {
    expect((await verified(...args())).code).toBe(2);
  });
});
