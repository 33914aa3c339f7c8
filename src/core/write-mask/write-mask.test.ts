import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Role } from "../role/index.ts";
import { repoPathOf, type FileMode } from "../snapshot/index.ts";
import type { Ticket, TicketId } from "../ticket/index.ts";
import { isTestPath, judgePath, liftOf, maskFor, type MaskTree } from "./index.ts";

const ticket = (touches: readonly string[] = [], file?: string): Ticket => ({
  id: "LB-1" as TicketId,
  title: "t",
  body: "b",
  acceptance: [],
  touches: touches.map(repoPathOf),
  ...(file === undefined ? {} : { file: repoPathOf(file) }),
});
const tree = (files: Readonly<Record<string, FileMode>> = {}): MaskTree => ({
  modeOf: (path) => files[path] ?? null,
  names: (folder) =>
    Object.keys(files)
      .filter((path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))) === folder)
      .map((path) => path.slice(path.lastIndexOf("/") + 1)),
});
const ruleOf = (role: Role, raw: string, files: Readonly<Record<string, FileMode>> = {}, touches: readonly string[] = []) => {
  const judged = judgePath(maskFor(role, ticket(touches)), raw, tree(files));
  return judged.ok ? "allowed" : judged.error.rule;
};

describe("what parses", () => {
  it.each([
    ["../a.ts", "WM1"],
    ["src/../tests/a.test.ts", "WM1"],
    ["/etc/passwd", "WM1"],
    ["C:/a.ts", "WM1"],
    ["src\\a.ts", "WM1"],
    ["tests\\a.test.ts", "WM1"],
    ["src/a.ts/", "WM1"],
    ["src//a.ts", "WM1"],
    ["./src/a.ts", "WM1"],
    ["src/a\u0000.ts", "WM1"],
    ["src/a\n.ts", "WM1"],
    ["", "WM1"],
    [".git/hooks/pre-commit", "WM2"],
    ["src/.GIT/config", "WM2"],
    [".g\u200cit/config", "WM2"],
    [".gıt/config", "WM2"],
    ["git~1/config", "WM2"],
    [".git /config", "WM2"],
    ["src/cafe\u0301.ts", "WM4"],
    ["src/a\u202ets.ts", "WM4"],
    ["src/a.ts:stream", "WM4"],
    ["src/a.ts ", "WM4"],
    ["src/LONGNA~1.TS", "WM4"],
    ["src/con.ts", "WM4"],
    ["src/café.ts", "allowed"],
    ["src/[id].tsx", "allowed"],
  ])("[WM1, WM2, WM4] fixer %j: %s", (raw, rule) => {
    expect(ruleOf("fixer", raw)).toBe(rule);
  });

  it("[WM4] an existing name keeps its form", () => {
    expect(ruleOf("fixer", "src/cafe\u0301.ts", { "src/cafe\u0301.ts": "100644" })).toBe("allowed");
  });
});

describe("symbolic links", () => {
  it.each([
    ["src/link/lock.test.ts", { "src/link": "120000" }],
    ["src/link", { "src/link": "120000" }],
    ["src/file.ts/below.ts", { "src/file.ts": "100644" }],
  ] as const)("[WM3] %s is denied", (raw, files) => {
    expect(ruleOf("fixer", raw, files)).toBe("WM3");
    expect(ruleOf("test-writer", raw, files)).toBe("WM3");
  });
});

const PROTECTED = [
  "vitest.config.ts",
  "vite.config.mts",
  "vitest.config.unit.ts",
  "packages/a/vitest.workspace.ts",
  "jest.config.json",
  "vitest.projects.ts",
  ".babelrc",
  "tsconfig.json",
  "tsconfig.build.json",
  "packages/a/tsconfig.test.json",
  "package.json",
  "src/deep/package.json",
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  ".npmrc",
  ".github/workflows/ci.yml",
  ".gitlab-ci.yml",
  ".ci/run",
  ".gitignore",
  ".gitattributes",
  ".husky/pre-commit",
  "hooks/pre-push",
  "node_modules/vitest/index.js",
  "src/__snapshots__/a.test.ts.snap",
  "tests/view.snap",
  "src/__mocks__/fs.ts",
  "vitest.setup.ts",
  "src/setupTests.ts",
  "tests/setup.ts",
  "test/global-setup.ts",
  ".env",
  ".env.test",
  "vendor/lib.js",
  "src/generated/schema.ts",
  "src/api.generated.ts",
  "dist/index.js",
  "packages/a/dist/index.js",
  ".prettierrc",
  "biome.json",
  "eslint.config.js",
];

describe("protected paths", () => {
  it.each(PROTECTED)("[WM6] %s is denied to both writing roles, in any case", (path) => {
    for (const role of ["fixer", "test-writer"] as const) {
      expect(ruleOf(role, path)).toBe("WM6");
      expect(ruleOf(role, path.toUpperCase())).toMatch(/^WM[26]$/);
    }
  });

  it.each([
    ["src/tsconfig-reader.ts"],
    ["src/hooks/use-lock.ts"],
    ["src/hooks/update.ts"],
    ["src/package.ts"],
    ["src/setup.ts"],
    ["src/lockfile.ts"],
    ["src/environment.ts"],
    ["src/build/plan.ts"],
    ["src/distance.ts"],
    ["src/generate.ts"],
    ["src/latest.ts"],
    ["src/contest.ts"],
    ["src/spec/parse.ts"],
    ["src/ab-test.ts"],
    ["docs/guide.md"],
    ["README.md"],
  ])("[WM7] the fixer may write %s", (path) => {
    expect(ruleOf("fixer", path)).toBe("allowed");
  });

  it("[WM6] the ticket lifts what it names, exactly, for the role that owns its kind", () => {
    expect(ruleOf("fixer", "tsconfig.json", {}, ["tsconfig.json"])).toBe("allowed");
    expect(ruleOf("fixer", "TSCONFIG.json", {}, ["tsconfig.json"])).toBe("WM6");
    expect(ruleOf("fixer", "package.json", {}, ["tsconfig.json"])).toBe("WM6");
    expect(ruleOf("test-writer", "tsconfig.json", {}, ["tsconfig.json"])).toBe("WM8");
    expect(ruleOf("test-writer", "tests/__snapshots__/a.test.ts.snap", {}, ["tests/__snapshots__/a.test.ts.snap"])).toBe("allowed");
    expect(ruleOf("fixer", ".github/workflows/ci.yml", {}, [".github/workflows"])).toBe("allowed");
    expect(ruleOf("fixer", ".git/config", {}, [".git/config"])).toBe("WM2");
    expect(liftOf(maskFor("fixer", ticket(["tsconfig.json"])), repoPathOf("tsconfig.json"))).toBe("tsconfig.json");
    expect(liftOf(maskFor("fixer", ticket([], "package.json")), repoPathOf("package.json"))).toBe("package.json");
  });

  it("[WM6] what only the configuration names", () => {
    const mask = maskFor("fixer", ticket(), { extraProtected: [repoPathOf("config/before-all.ts")] });
    expect(judgePath(mask, "config/Before-All.ts", tree())).toMatchObject({ ok: false, error: { rule: "WM6" } });
  });
});

const TESTS = [
  "src/lock.test.ts",
  "src/lock.spec.tsx",
  "src/lock.test-d.ts",
  "src/__tests__/lock.ts",
  "test/lock.js",
  "tests/deep/helper.ts",
  "spec/lock.ts",
  "packages/a/test/x.ts",
  "e2e/journey.ts",
  "src/lock_test.ts",
  "src/lock.test.browser.ts",
  "src/__fixtures__/a.json",
  "src/parse/fixtures/a.txt",
  "src/parse.fixture.json",
  "test.mjs",
  "src/welcome.golden.html",
  "src/report.approved.txt",
  "golden/page.html",
];

describe("roles", () => {
  it.each(TESTS)("[WM7, WM8] %s belongs to the test-writer", (path) => {
    expect(isTestPath(repoPathOf(path))).toBe(true);
    expect(ruleOf("fixer", path)).toBe("WM7");
    expect(ruleOf("fixer", path.toUpperCase())).toBe("WM7");
    expect(ruleOf("test-writer", path)).toBe("allowed");
  });
  it.each([["teſts/a.ts"], ["ｔests/a.ts"], ["src/lock.te\u00adst.ts"], ["src/lock.test.ts."]])(
    "[WM7] %j in another Unicode form",
    (path) => {
      expect(ruleOf("fixer", path)).toMatch(/^WM[47]$/);
      expect(ruleOf("fixer", path, { [path]: "100644" })).toBe("WM7");
    },
  );
  it.each([["src/lock.ts"], ["README.md"], ["src/new.json"], ["lib/index.js"]])(
    "[WM8] the test-writer may not write %s",
    (path) => {
      expect(ruleOf("test-writer", path)).toBe("WM8");
    },
  );
  it("[WM8] new data beside a test is a fixture; source, or what is there already, is not", () => {
    const files = { "src/lock.test.ts": "100644", "src/old.json": "100644" } as const;
    expect(ruleOf("test-writer", "src/sample.json", files)).toBe("allowed");
    expect(ruleOf("test-writer", "src/old.json", files)).toBe("WM8");
    expect(ruleOf("test-writer", "src/sample.ts", files)).toBe("WM8");
    expect(ruleOf("test-writer", "other/sample.json", files)).toBe("WM8");
  });
  it("[WM7] test files under an unusual name, told by the base suite", () => {
    const testFiles = [repoPathOf("checks/lock.ts")];
    expect(judgePath(maskFor("fixer", ticket(), { testFiles }), "checks/Lock.ts", tree())).toMatchObject({
      error: { rule: "WM7" },
    });
    expect(judgePath(maskFor("test-writer", ticket(), { testFiles }), "checks/lock.ts", tree())).toMatchObject({ ok: true });
  });
  it("[WM5] the reviewer writes nothing", () => {
    expect(ruleOf("reviewer", "src/a.ts")).toBe("WM5");
    expect(ruleOf("reviewer", "tests/a.test.ts")).toBe("WM5");
  });
});

/** Spellings of one name that some disk takes for it. */
const disguise = fc.constantFrom<(s: string) => string>(
  (s) => s,
  (s) => s.toUpperCase(),
  (s) => s.normalize("NFD"),
  (s) => s.replace("s", "ſ"),
  (s) => s.replace("t", "\uff54"),
  (s) => s.replace("e", "e\u200b"),
  (s) => `${s}.`,
  (s) => `${s} `,
  (s) => `${s}/`,
  (s) => s.replaceAll("/", "\\"),
  (s) => `./${s}`,
  (s) => `src/../${s}`,
  (s) => `/${s}`,
  (s) => s.replace("/", "//"),
);

describe("fuzz", () => {
  it("[WM6, WM7] no spelling of a protected or a test path is let through to the fixer", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PROTECTED, ...TESTS),
        fc.array(disguise, { maxLength: 4 }),
        fc.boolean(),
        (path, disguises, there) => {
          const raw = disguises.reduce((text, change) => change(text), path);
          expect(ruleOf("fixer", raw, there ? { [raw]: "100644" } : {})).not.toBe("allowed");
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("[WM1, WM3] what is allowed is what was asked for, under no link, and never both roles'", () => {
    const segment = fc.oneof(
      fc.constantFrom("src", "tests", "..", ".", "", "link", "a.ts", "a.test.ts", "LINK", "node_modules", ".git", "x\\y"),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: "grapheme", maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
        const raw = segments.join("/");
        const files = { "src/link": "120000", link: "120000" } as const;
        const fixer = judgePath(maskFor("fixer", ticket()), raw, tree(files));
        const tester = judgePath(maskFor("test-writer", ticket()), raw, tree(files));
        expect(fixer.ok && tester.ok).toBe(false);
        for (const judged of [fixer, tester]) {
          if (!judged.ok) continue;
          expect(judged.value).toBe(raw);
          const parts = raw.split("/");
          expect(parts).not.toContain("..");
          expect(parts).not.toContain("");
          expect(raw.startsWith("link") && (raw === "link" || raw.startsWith("link/"))).toBe(false);
          expect(raw.startsWith("src/link/")).toBe(false);
          // eslint-disable-next-line no-control-regex -- that none is left is what is being asked
          expect(raw).not.toMatch(/[\\\u0000-\u001f]/);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
