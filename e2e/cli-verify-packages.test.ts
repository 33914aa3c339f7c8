/**
 * `fixgate verify` where packages have to be installed, and where one package of several was graded: real package managers, the
 * lockfile that they themselves wrote, native Vitest and tsc.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSigner, draftReceipt } from "./harness/signed-receipts.ts";
import { createRepository, temporaryFolder, writeFile, type TestRepository } from "./servers/git-repository.ts";
import { sealReceipt } from "../src/core/receipt/index.ts";
import { verify } from "../src/cli/commands/verify.ts";
import { installPackages, planInstall } from "../src/cli/verify/install-packages.ts";
import type { Row } from "../src/cli/verify/rows.ts";

// Real processes and a registry: slow where the machine is busy, and never by themselves.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "module": "ESNext", "moduleResolution": "bundler", "target": "ES2023", "noEmit": true, "allowImportingTsExtensions": true, "skipLibCheck": true, "types": [] }, "include": ["src"] }\n';
/** The root has no suite and no types of its own: whoever judges from there comes to other verdicts. */
const WORKSPACE = {
  "package.json":
    '{ "name": "workspace", "private": true, "type": "module", "workspaces": ["packages/*"], "scripts": { "postinstall": "node -e \\"require(\'fs\').writeFileSync(\'ran\', \'\')\\"" } }\n',
  "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
  ".gitignore": "node_modules\n",
  "packages/core/package.json":
    '{ "name": "@ws/core", "version": "1.0.0", "type": "module", "exports": "./src/core.ts", "dependencies": { "is-odd": "3.0.1" } }\n',
  "packages/core/src/core.ts": "export const factor = 2;\n",
  "packages/twice/package.json":
    '{ "name": "@ws/twice", "version": "1.0.0", "type": "module", "dependencies": { "@ws/core": "*" } }\n',
  "packages/twice/tsconfig.json": TSCONFIG,
  "packages/twice/src/twice.ts":
    'import { factor } from "@ws/core";\n\nexport const twice = (n: number): number => n * factor + n;\n',
  "packages/twice/tests/zero.test.ts":
    'import { expect, it } from "vitest";\nimport { twice } from "../src/twice.ts";\n\nit("of nothing is nothing", () => {\n  expect(twice(0)).toBe(0);\n});\n',
};
const FIX = {
  "packages/twice/src/twice.ts": 'import { factor } from "@ws/core";\n\nexport const twice = (n: number): number => n * factor;\n',
};
const TEST = {
  "packages/twice/tests/one.test.ts":
    'import { expect, it } from "vitest";\nimport { twice } from "../src/twice.ts";\n\nit("of one is two", () => {\n  expect(twice(1)).toBe(2);\n});\n',
};

let out: ReturnType<typeof temporaryFolder>;
let repository: TestRepository;
let said: string;
beforeEach(() => {
  out = temporaryFolder();
  repository = createRepository();
  said = "";
  const hear = (text: string): void => void (said += `${text}\n`);
  vi.spyOn(console, "log").mockImplementation(hear);
  vi.spyOn(console, "error").mockImplementation(hear);
});
afterEach(() => {
  repository.remove();
  out.remove();
});

/** Commits base and the published result; the receipt stands in a file. */
async function receiptOf(base: Readonly<Record<string, string>>, packageRoot: string): Promise<string> {
  const commit = repository.commit(base);
  const baseTree = repository.tree();
  repository.commit({ ...base, ...TEST });
  const baseWithTests = repository.tree();
  repository.commit({ ...base, ...FIX });
  const fix = repository.tree();
  repository.git("reset", "-q", "--hard", commit);
  repository.commit({ ...base, ...FIX, ...TEST });
  const trees = { base: baseTree, baseWithTests, fix, candidate: repository.tree() };
  const body = draftReceipt({ name: "workspace", commit, trees, patch: null, packageRoot });
  const file = join(out.path, "workspace.receipt.json");
  writeFileSync(file, JSON.stringify(await sealReceipt(body, { now: 1_750_000_000_000, sign: await createSigner() })));
  return file;
}

async function verified(receipt: string, ...more: string[]): Promise<{ readonly code: number; readonly rows: readonly Row[] }> {
  const json = join(out.path, "result.json");
  writeFileSync(json, '{"rows":[]}');
  const code = await verify([receipt, "--repo", repository.folder, "--json", json, ...more]);
  return { code, rows: (JSON.parse(readFileSync(json, "utf8")) as { rows: Row[] }).rows };
}
const differing = (rows: readonly Row[]): readonly string[] => rows.filter(({ holds }) => holds === false).map(({ what }) => what);

/** Yarn 2 and newer read no setting of npm's. */
const REGISTRY = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();

/** Writes a lockfile with the package manager itself, as a person would. */
function locked(program: string, bin: string, ...args: string[]): Record<string, string> {
  const folder = join(out.path, "locking");
  for (const [path, content] of Object.entries(WORKSPACE)) writeFile(folder, path, { content });
  execFileSync("npm", ["exec", "--yes", `--package=${program}`, "--", bin, ...args], {
    cwd: folder,
    stdio: "pipe",
    env: { ...process.env, YARN_NPM_REGISTRY_SERVER: REGISTRY.replace(/\/$/, ""), YARN_ENABLE_IMMUTABLE_INSTALLS: "0" },
  });
  const names = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"].filter((name) => existsSync(join(folder, name)));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

const PNPM = (): Record<string, string> =>
  locked("pnpm@9", "pnpm", "install", "--lockfile-only", "--ignore-scripts", "--config.link-workspace-packages=true");

describe("one package of a workspace", () => {
  it("is judged in its own folder, with the snapshot's own packages beside it", async () => {
    const receipt = await receiptOf(WORKSPACE, "packages/twice");
    // A person's own node_modules lead to a working copy in which @ws/core is something else.
    const modules = join(out.path, "node_modules");
    mkdirSync(join(modules, "@ws"), { recursive: true });
    writeFile(out.path, "copy/package.json", { content: '{ "name": "@ws/core", "exports": "./wrong.js", "type": "module" }' });
    writeFile(out.path, "copy/wrong.js", { content: "export const factor = 7;\n" });
    symlinkSync(join(out.path, "copy"), join(modules, "@ws/core"));
    const { code, rows } = await verified(receipt, "--node-modules", modules);
    expect(rows.find(({ what }) => what === "package")).toEqual({
      what: "package",
      claimed: "packages/twice",
      seen: "packages/twice",
      holds: true,
    });
    expect(differing(rows)).toEqual([]);
    expect(code).toBe(0);
  });

  it("has to be there", async () => {
    const { code, rows } = await verified(await receiptOf(WORKSPACE, "packages/none"));
    expect([code, differing(rows)]).toEqual([1, ["package"]]);
    expect(rows.at(-1)?.seen).toBe("no such package on base");
  });
});

describe("packages by the lockfile's own manager", () => {
  it("pnpm: a whole verification of a workspace; of .npmrc only what says where packages lie", async () => {
    const npmrc = { ".npmrc": "link-workspace-packages=true\nregistry=http://localhost:1/\n//localhost:1/:_authToken=${SECRET}\n" };
    const receipt = await receiptOf({ ...WORKSPACE, ...npmrc, ...PNPM() }, "packages/twice");
    const { code, rows } = await verified(receipt);
    expect(differing(rows), said).toEqual([]);
    expect(code, said).toBe(0);
    expect(said).toContain("packages by pnpm@9 install --frozen-lockfile --ignore-scripts");
  });

  it.each([
    ["npm", () => locked("npm@10", "npm", "install", "--package-lock-only", "--ignore-scripts")],
    ["Yarn 1", () => locked("yarn@1.22.22", "yarn", "install", "--ignore-scripts", "--non-interactive")],
    ["Yarn 4", () => locked("@yarnpkg/cli-dist@4", "yarn", "install", "--mode=update-lockfile")],
  ])("%s keeps to its lockfile, and runs no script", (_name, lock) => {
    const folder = join(out.path, "given");
    for (const [path, content] of Object.entries({ ...WORKSPACE, ...lock() })) writeFile(folder, path, { content });
    const clean = join(out.path, "clean");
    expect(installPackages(folder, clean, () => undefined)).toEqual({ ok: true, value: join(clean, "node_modules") });
    expect(existsSync(join(clean, "node_modules/is-odd/package.json"))).toBe(true);
    expect(existsSync(join(clean, "ran"))).toBe(false);
  });

  it("a lockfile that does not fit the manifests: 2, in the manager's words", async () => {
    const manifest = WORKSPACE["packages/core/package.json"].replace("3.0.1", "2.0.0");
    const receipt = await receiptOf({ ...WORKSPACE, ...PNPM(), "packages/core/package.json": manifest }, "packages/twice");
    expect((await verified(receipt)).code).toBe(2);
    expect(said).toMatch(/could not be installed by pnpm@9 install --frozen-lockfile[^]*ERR_PNPM_OUTDATED_LOCKFILE/);
    expect(said).toContain("give --node-modules <folder>");
  });

  it("no lockfile: 2, and what would be one", async () => {
    expect((await verified(await receiptOf(WORKSPACE, "packages/twice"))).code).toBe(2);
    expect(said).toContain("There is no lockfile at the repository's root (npm-shrinkwrap.json, package-lock.json, pnpm-lock.yaml");
  });
});

describe("which manager, of which version", () => {
  it.each([
    ["its newest that runs here", { "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" }, undefined, "pnpm@9"],
    ["as old as the lockfile", { "pnpm-lock.yaml": "lockfileVersion: '6.0'\n" }, undefined, "pnpm@8"],
    ["older still", { "pnpm-lock.yaml": "lockfileVersion: 5.4\n" }, undefined, "pnpm@7"],
    ["the one that is named", { "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" }, "pnpm@10.4.1+sha512.abc", "pnpm@10.4.1"],
    ["no option by its name", { "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" }, "pnpm@1.0.0 --dir /", "pnpm@1.0.0"],
    ["Yarn 1", { "yarn.lock": "# yarn lockfile v1\n" }, undefined, "yarn@1.22.22"],
    ["Yarn 1, though another is named", { "yarn.lock": "# yarn lockfile v1\n" }, "yarn@4.5.0", "yarn@1.22.22"],
    ["Yarn 3", { "yarn.lock": "__metadata:\n  version: 6\n" }, undefined, "@yarnpkg/cli-dist@3"],
    ["Yarn 4", { "yarn.lock": "__metadata:\n  version: 8\n  cacheKey: 10c0\n" }, undefined, "@yarnpkg/cli-dist@4"],
    ["Yarn as it is named", { "yarn.lock": "__metadata:\n  version: 8\n" }, "yarn@4.5.0", "@yarnpkg/cli-dist@4.5.0"],
    ["Bun", { "bun.lock": "{}\n" }, undefined, "bun@1"],
    ["Bun's older form", { "bun.lockb": "\u0000" }, undefined, "bun@1"],
    ["npm", { "package-lock.json": "{}", "yarn.lock": "" }, undefined, null],
    ["of two the named one", { "package-lock.json": "{}", "yarn.lock": "" }, "yarn@1.22.19", "yarn@1.22.19"],
  ])("%s", (_what, files, packageManager, program) => {
    for (const [path, content] of Object.entries(files)) writeFile(out.path, path, { content });
    writeFile(out.path, "package.json", { content: JSON.stringify({ name: "x", packageManager }) });
    expect(planInstall(out.path)).toMatchObject({ ok: true, value: { program } });
  });
});
