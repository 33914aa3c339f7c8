/**
 * What a person has on the machine, opened as a person would: by the pickers, and dropped from outside of the browser, so that its
 * own file entries are read. Git says which tree it must be.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Fixgate } from "../src/app/fixgate.ts";
import { startJourney, type Journey } from "./harness/journey.ts";
import { startRun } from "./harness/runs.ts";
import { createRepository, gitBytes, temporaryFolder, type TestRepository } from "./servers/git-repository.ts";

const scratch = temporaryFolder();
let repository: TestRepository;
const FOLDER = join(scratch.path, "workspace");
const WORKSPACE = {
  "package.json": '{ "name": "workspace", "private": true, "workspaces": ["packages/*"] }\n',
  "packages/sum/package.json": '{ "name": "sum", "type": "module" }\n',
  "packages/sum/src/sum.js": "export const sum = (list) => list.reduce((a, b) => a + b);\n",
  "packages/text/package.json": '{ "name": "text", "type": "module" }\n',
  "packages/text/src/größe.js": "export const size = (text) => text.length;\r\n",
};

beforeAll(() => {
  repository = createRepository();
  repository.commit(WORKSPACE);
  cpSync(repository.folder, FOLDER, { recursive: true });
  mkdirSync(join(FOLDER, "node_modules/p"), { recursive: true });
  writeFileSync(join(FOLDER, "node_modules/p/index.js"), "");
  for (const [format, name] of [
    ["zip", "workspace.zip"],
    ["tar.gz", "workspace.tar.gz"],
  ] as const)
    writeFileSync(
      join(scratch.path, name),
      gitBytes(repository.folder, ["archive", `--format=${format}`, "--prefix=workspace-main/", "HEAD"]),
    );
  writeFileSync(join(scratch.path, "workspace.bundle"), gitBytes(repository.folder, ["bundle", "create", "-q", "-", "main"]));
  writeFileSync(join(scratch.path, "notes.zip"), "no archive at all");
});
afterAll(() => {
  repository.remove();
  scratch.remove();
});

const treeOf = (journey: Journey): Promise<string> =>
  journey.until("it is open", ({ repository: state }) => state.kind === "open" && state.repository.snapshot.oid);

async function close(journey: Journey): Promise<void> {
  await journey.ask((fixgate) => {
    fixgate.closeRepository();
  }, null);
  await journey.page.goto(`${journey.appUrl}#/`);
  await journey.page.getByTestId("open-drop").waitFor();
}

/** A drop as the system makes it: the browser gets paths, and the page its own entries for them. */
async function drop(journey: Journey, ...paths: readonly string[]): Promise<void> {
  const box = await journey.page.getByTestId("open-drop").boundingBox();
  if (box === null) throw new Error("there is nowhere to drop");
  const session = await journey.context.newCDPSession(journey.page);
  const [x, y] = [box.x + box.width / 2, box.y + 10];
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x, y, data });
  await session.detach();
}

it("opens a folder and archives by picker and by drop, each with git's own tree", async () => {
  const journey = await startJourney();
  await journey.open();
  const tree = repository.tree();
  const { page } = journey;

  await page.getByTestId("open-folder-input").setInputFiles(FOLDER);
  expect(await treeOf(journey)).toBe(tree);
  for (const name of ["workspace.zip", "workspace.tar.gz", "workspace.bundle"]) {
    await close(journey);
    await page.getByTestId("open-archive-input").setInputFiles(join(scratch.path, name));
    expect(await treeOf(journey), name).toBe(tree);
    await close(journey);
    await drop(journey, join(scratch.path, name));
    expect(await treeOf(journey), `${name}, dropped`).toBe(tree);
  }
  await close(journey);
  await drop(journey, FOLDER);
  expect(await treeOf(journey)).toBe(tree);
  const { repository: dropped } = await journey.state();
  if (dropped.kind !== "open") throw new Error("not open");
  expect(dropped.repository.warnings.join("\n")).toMatch(/^Left out: \.git\b/m);

  // What can't be opened is said on the screen.
  await close(journey);
  await drop(journey, join(scratch.path, "notes.zip"));
  const failed = await journey.until("it failed", ({ repository: state }) => state.kind === "failed" && state.error);
  if (!("message" in failed)) throw new Error(failed.kind);
  await page.getByText(failed.message).first().waitFor();
  expect(journey.foreignHosts()).toEqual([]);
});

it("opens a dropped folder of 4,500 files without a freeze", async () => {
  const large = join(scratch.path, "large");
  for (let at = 0; at < 4500; at++) {
    const folder = join(large, `folder-${String(at % 90)}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${String(at)}.ts`), `export const value = ${String(at)};\n`);
  }
  const journey = await startJourney();
  await journey.open();
  await journey.page.evaluate(() => {
    const seen = { longest: 0, last: performance.now() };
    Object.assign(window, { seen });
    setInterval(() => {
      const now = performance.now();
      seen.longest = Math.max(seen.longest, now - seen.last);
      seen.last = now;
    }, 20);
  });
  await drop(journey, large);
  // Asked cheaply: to carry the whole state over for each look would be what the page waits for.
  await journey.page.waitForFunction(
    () => (window as unknown as { fixgate: Fixgate }).fixgate.state().repository.kind === "open",
    undefined,
    { timeout: 240_000, polling: 200 },
  );
  const files = await journey.ask((fixgate) => {
    const { repository: state } = fixgate.state();
    return state.kind === "open" ? state.repository.snapshot.entries.length : 0;
  }, null);
  expect(files).toBe(4500);
  const longest = await journey.page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest);
  console.log(`4,500 dropped files: the page waited ${String(Math.round(longest))} ms at most`);
  // Far below a freeze on a quiet machine; generous, since a busy one stops everything.
  expect(longest).toBeLessThan(1000);
});

it("picks one package of several, and the run is about that one", async () => {
  const journey = await startJourney();
  await journey.open();
  await journey.page.getByTestId("open-folder-input").setInputFiles(FOLDER);
  await treeOf(journey);
  const picker = journey.page.getByTestId("package-picker");
  await picker.waitFor();
  expect(await picker.locator("option").allTextContents()).toEqual([
    "workspace (root)",
    "sum (packages/sum)",
    "text (packages/text)",
  ]);
  await picker.selectOption("packages/text");
  await journey.until("it is picked", ({ repository: state }) => state.kind === "open" && state.packageRoot === "packages/text");
  await journey.ask(
    async (fixgate, script) => {
      fixgate.useDependencyArchive(await (await fetch("packs/lockbox.deps.pack")).blob());
      await fixgate.useScript(new Blob([script]));
    },
    JSON.stringify({ tickets: [{ id: "T-1", title: "An empty text has a size", body: "It should be 0." }], replies: {} }),
  );
  await journey.until(
    "packages are ready",
    ({ repository: state }) => state.kind === "open" && state.dependencies.kind === "ready",
    180_000,
  );
  const run = await startRun(journey, "T-1");
  expect(run.subject.packageRoot).toBe("packages/text");
  await journey.ask((fixgate) => {
    fixgate.cancelRun();
  }, null);
  await journey.until("it has ended", ({ running }) => !running);
});
