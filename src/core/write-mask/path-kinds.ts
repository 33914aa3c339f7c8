/**
 * What a path is by its name alone: a test, a fixture, something that steers the runner. All functions take the folded
 * form (fold.ts), so that no spelling of a name decides otherwise than its plain one.
 */

const CODE = String.raw`\.[cm]?[jt]sx?`;

/** `a.test.ts`, `a.spec.tsx`, `a.test-d.ts`, `a.test.browser.ts`, `a_test.ts`, `test.mjs`. */
const TEST_NAME = new RegExp(String.raw`(^|[._])(test|tests|spec|specs|e2e|test-d|spec-d)(\.[\w-]+)?${CODE}$`);
/** A name that carries `.test.` or `.fixture.` whatever its ending, or says that a test compares with it: `parse.test.json`, `mail.golden.html`. */
const TEST_COMPANION = /\.(test|spec|fixtures?|test-d|testdata|test-data)\.[^/]+$|\.(golden|approved|expected)(\.[^/]+)?$/;
const TEST_FOLDERS = new Set(["__tests__", "__test__", "__specs__", "test", "tests", "e2e"]);
/** `src/spec/` may well be source about specifications; `spec/` beside `src/` is not. */
const TEST_FOLDERS_OUTSIDE_SOURCE = new Set([
  "spec",
  "specs",
  "test-d",
  "type-tests",
  "typetests",
  "test-types",
  "test-utils",
  "cypress",
]);
const FIXTURE_FOLDERS = new Set([
  "fixtures",
  "__fixtures__",
  "fixture",
  "testdata",
  "__testdata__",
  "test-data",
  "test-fixtures",
  "golden",
  "goldens",
  "__goldens__",
]);
const SOURCE_FOLDERS = new Set(["src", "lib", "source", "app"]);

/** A test, or what stands beside tests for tests alone (fixtures, helpers in a test folder). */
export function isTestPathFolded(folded: string): boolean {
  const segments = folded.split("/");
  const name = segments.at(-1) ?? "";
  if (TEST_NAME.test(name) || TEST_COMPANION.test(name)) return true;
  let insideSource = false;
  for (const folder of segments.slice(0, -1)) {
    if (TEST_FOLDERS.has(folder) || FIXTURE_FOLDERS.has(folder)) return true;
    if (!insideSource && TEST_FOLDERS_OUTSIDE_SOURCE.has(folder)) return true;
    if (SOURCE_FOLDERS.has(folder)) insideSource = true;
  }
  return false;
}

/** Files that hold no code of their own: what a fixture beside a test may be. */
export function isDataName(folded: string): boolean {
  return /\.(json|jsonc|json5|txt|csv|tsv|html?|xml|svg|ya?ml|toml|md|bin|png|jpe?g|gif|webp|pdf|zip|gz|dat|ndjson|log|sql|graphql|css)$/.test(
    folded,
  );
}

interface Protection {
  readonly what: string;
  readonly matches: (name: string, segments: readonly string[], folded: string) => boolean;
}

const named = (what: string, ...patterns: readonly RegExp[]): Protection => ({
  what,
  matches: (name) => patterns.some((pattern) => pattern.test(name)),
});
const under = (what: string, ...folders: readonly string[]): Protection => ({
  what,
  matches: (_name, segments) => segments.some((segment) => folders.includes(segment)),
});

const GIT_HOOKS =
  /^(applypatch-msg|pre-applypatch|post-applypatch|pre-commit|pre-merge-commit|prepare-commit-msg|commit-msg|post-commit|pre-rebase|post-checkout|post-merge|pre-push|pre-receive|update|post-receive|post-update|reference-transaction|push-to-checkout|pre-auto-gc|post-rewrite|sendemail-validate|fsmonitor-watchman)(\.(sh|cmd|ps1))?$/;

const SETUP_NAME = new RegExp(String.raw`^(global[._-]?)?(setup|teardown|bootstrap|polyfills?)([.-][\w-]+)?${CODE}$`);

/** Order is of no weight: any match protects, the first one words the message. */
const PROTECTIONS: readonly Protection[] = [
  under("installed packages", "node_modules"),
  named(
    "test runner configuration",
    new RegExp(String.raw`^(vite|vitest|jest)([.-][\w-]+)*\.(config|workspace|projects|shims?)([.-][\w-]+)*\.([cm]?[jt]sx?|json)$`),
    /^(vitest|jest)\.(workspace|projects|preset)(\..+)?$/,
    /^jest-preset\.[cm]?js(on)?$/,
    /^(karma\.conf|wallaby|ava\.config|playwright\.config|cypress\.config|stryker\.conf(ig)?|babel\.config|metro\.config)\.\w+$/,
    /^\.(babelrc|swcrc|mocharc|nycrc|c8rc|taprc|jestrc)(\..+)?$/,
  ),
  named("TypeScript configuration", /^[jt]sconfig([.-].*)?\.json$/),
  named(
    "package manifest",
    /^package\.(json|json5|yaml)$/,
    /^(pnpm-workspace\.ya?ml|lerna\.json|nx\.json|turbo\.json|deno\.jsonc?|bunfig\.toml)$/,
  ),
  named("lockfile", /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock)$/),
  named(
    "package manager configuration",
    /^\.(npmrc|yarnrc(\.yml)?|pnpmfile\.[cm]?js|pnp\.[cm]?js|pnp\.loader\.mjs|nvmrc|node-version|tool-versions)$/,
  ),
  under("package manager configuration", ".yarn"),
  under(
    "continuous integration",
    ".github",
    ".gitlab",
    ".circleci",
    ".buildkite",
    ".ci",
    ".woodpecker",
    ".gitea",
    ".forgejo",
    ".azure-pipelines",
  ),
  named(
    "continuous integration",
    /^\.(gitlab-ci|travis|drone|woodpecker|appveyor|cirrus)\.ya?ml$/,
    /^(azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild)\.ya?ml$/,
    /^jenkinsfile$/,
  ),
  named("git configuration", /^\.git/),
  under("git hooks", ".husky", ".githooks", ".git-hooks", "git-hooks", "githooks"),
  named(
    "git hooks",
    /^\.?lefthook(-local)?\.(ya?ml|toml|json)$/,
    /^\.(lintstagedrc|simple-git-hooks)(\..+)?$/,
    /^\.?simple-git-hooks\.\w+$/,
    /^\.pre-commit-config\.yaml$/,
  ),
  { what: "git hooks", matches: (name, segments) => segments.at(-2) === "hooks" && GIT_HOOKS.test(name) },
  named(
    "formatter or linter configuration",
    /^\.(prettierrc|eslintrc|prettierignore|eslintignore|editorconfig|oxlintrc|dprint)(\..+)?$/,
    /^(prettier|eslint|dprint)\.config\.\w+$/,
    /^(biome|dprint)\.jsonc?$/,
  ),
  under("committed snapshots", "__snapshots__", "__image_snapshots__", "__file_snapshots__"),
  named("committed snapshots", /\.snap$/, /\.shot$/),

  under("module mocks of the runner", "__mocks__"),
  named(
    "test setup",
    new RegExp(String.raw`^(vitest|jest|tests?|unit|globals?)[._-]?(setup|teardown|bootstrap)([.-][\w-]+)*${CODE}$`),
    new RegExp(String.raw`^(setup|teardown|bootstrap)[._-]?(vitest|jest|tests?|files?|after-?env)${CODE}$`),
  ),
  {
    what: "test setup",
    matches: (name, _segments, folded) => SETUP_NAME.test(name) && isTestPathFolded(folded),
  },
  named("environment variables", /^\.env(\..*)?$/, /^\.envrc$/, /^\.flaskenv$/),
  under(
    "vendored or generated files",
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "thirdparty",
    "__generated__",
    "generated",
    ".generated",
  ),
  named("vendored or generated files", /\.(generated|gen|pb|min)\.[\w.]+$/, /_pb\.(d\.)?[cm]?[jt]s$/),
  {
    what: "build output",
    matches: (_name, segments) => {
      const at = segments.findIndex((segment) =>
        ["dist", "coverage", ".next", ".nuxt", ".output", ".vite", ".turbo"].includes(segment),
      );
      return (
        at === 0 ||
        (at === 2 && /^(packages|apps|libs|modules)$/.test(segments[0] ?? "")) ||
        (at >= 0 && (segments[at] ?? "").startsWith("."))
      );
    },
  },
];

/** What a protected path is, in words; null where it is not protected. */
export function protectionOf(folded: string): string | null {
  const segments = folded.split("/");
  const name = segments.at(-1) ?? "";
  for (const protection of PROTECTIONS) if (protection.matches(name, segments, folded)) return protection.what;
  return null;
}

/** `.git` and what file systems take for it: never written, whatever a ticket says. */
export function reachesGitFolder(folded: string): boolean {
  return folded.split("/").some((segment) => segment === ".git" || /^git~\d+$/.test(segment));
}
