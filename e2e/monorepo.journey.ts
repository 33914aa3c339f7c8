/**
 * One package of several, from a git bundle to the patch: its suite and its types decide, the rest of the
 * repository is there to be imported and read, and what is red there is not this run's business.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { artifactsOf, tryExport } from "./harness/exported.ts";
import { startJourney } from "./harness/journey.ts";
import { outcomes, runToEnd, untilReady } from "./harness/runs.ts";
import { fileReply } from "./bench/cases.ts";
import { createRepository, gitBytes, type TestRepository } from "./servers/git-repository.ts";

const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "module": "ESNext", "moduleResolution": "bundler", "target": "ES2023", "noEmit": true, "allowImportingTsExtensions": true, "skipLibCheck": true, "types": [] }, "include": ["src", "tests"] }\n';
const BASE = {
  "package.json": '{ "name": "workspace", "private": true, "type": "module", "workspaces": ["packages/*"] }\n',
  "packages/core/package.json": '{ "name": "core", "type": "module" }\n',
  "packages/core/core.ts": "export const factor: number = 2;\n",
  "packages/core/core.test.ts":
    'import { expect, it } from "vitest";\nimport { factor } from "./core.ts";\n\nit("is red on base", () => {\n  expect(factor).toBe(3);\n});\n',
  "packages/twice/package.json": '{ "name": "twice", "type": "module" }\n',
  "packages/twice/tsconfig.json": TSCONFIG,
  "packages/twice/src/twice.ts":
    'import { factor } from "../../core/core.ts";\n\nexport function twice(n: number): number {\n  return n * factor + n;\n}\n',
  "packages/twice/tests/zero.test.ts":
    'import { expect, it } from "vitest";\nimport { twice } from "../src/twice.ts";\n\nit("of nothing is nothing", () => {\n  expect(twice(0)).toBe(0);\n});\n',
};
const FIXED = BASE["packages/twice/src/twice.ts"].replace(" + n;", ";");
const TEST =
  'import { expect, it } from "vitest";\nimport { twice } from "../src/twice.ts";\n\nit("doubles", () => {\n  expect(twice(1)).toBe(2);\n  expect(twice(5)).toBe(10);\n  expect(twice(-3)).toBe(-6);\n});\n';
const SCRIPT = {
  tickets: [
    {
      id: "WS-1",
      title: "Twice one is three",
      body: "`twice(1)` gives 3; twice a number is two times it.",
      file: "packages/twice/src/twice.ts",
      acceptance: ["Twice a number is two times the number."],
    },
  ],
  replies: {
    "WS-1": {
      "fixer-1": fileReply("packages/twice/src/twice.ts", FIXED),
      "test-writer-1": fileReply("packages/twice/tests/one.test.ts", TEST),
      "reviewer-1": '{ "oid": "{{oid}}", "verdict": "approve", "statements": {{statements}} }',
    },
  },
};

let repository: TestRepository;
beforeAll(() => {
  repository = createRepository();
  repository.commit(BASE);
});
afterAll(() => {
  repository.remove();
});

it("verifies a fix in one package by that package's suite and types, and the patch is the repository's", async () => {
  const journey = await startJourney();
  await journey.open();
  await journey.page.getByTestId("open-archive-input").setInputFiles({
    name: "workspace.bundle",
    mimeType: "application/octet-stream",
    buffer: gitBytes(repository.folder, ["bundle", "create", "-q", "-", "main"]),
  });
  await journey.page.getByTestId("package-picker").selectOption("packages/twice");
  await journey.until("it is picked", ({ repository: state }) => state.kind === "open" && state.packageRoot === "packages/twice");
  await journey.ask(async (fixgate, script) => {
    fixgate.useDependencyArchive(await (await fetch("packs/lockbox.deps.pack")).blob());
    await fixgate.useScript(new Blob([script]));
  }, JSON.stringify(SCRIPT));
  await untilReady(journey);

  const run = await runToEnd(journey, "WS-1");
  const attempt = run.attempts.at(-1);
  expect({ end: run.end?.kind, gates: outcomes(attempt) }).toMatchObject({
    end: "verified",
    gates: { baseline: "pass", "fails-without-fix": "pass", "passes-with-fix": "pass", suite: "pass", typecheck: "pass" },
  });

  const artifacts = await artifactsOf(journey, run.id);
  const receipt = artifacts.find(({ name }) => name.endsWith(".json"));
  const envelope = JSON.parse(receipt?.bytes.toString() ?? "{}") as { payload: string };
  const statement = Buffer.from(envelope.payload, "base64").toString();
  expect(statement).toContain('"packageRoot":"packages/twice"');
  const tried = tryExport(repository.folder, artifacts, "packages/twice");
  expect(tried.patchTree).toBe(tried.bundleTree);
  expect(statement).toContain(tried.patchTree);
  expect(tried.vitest).toEqual({ passed: 2, failed: 0 });
  expect(journey.foreignHosts()).toEqual([]);
  expect(journey.problems).toEqual([]);
});
