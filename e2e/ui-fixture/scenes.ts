/** Every screen in the states that a person can meet it in. */
import type { AppState, RepositoryState, RunSummary, Settings } from "../../src/app/fixgate.ts";
import type { InstalledPackage } from "../../src/app/ports/index.ts";
import { repoPathOf } from "../../src/core/snapshot/index.ts";
import { ALL_CONVERGED, INTEGRATIONS, lockbox, SOME_CONVERGED } from "./integrations.ts";
import { endedRun, runningRun, stuckRun, verifiedRun, writingRun } from "./journals.ts";
import { LISTINGS, REPOSITORY, runIdOf, ticketIdOf } from "./subject.ts";
import { REPLY } from "./texts.ts";

export interface Scene {
  readonly hash: string;
  readonly state: AppState;
}

const settings: Settings = {
  theme: "system",
  model: { backend: "scripted" },
  reviewerModel: { backend: "scripted" },
  sandbox: "embedded",
  webcontainerApiKey: "",
  gitProxy: "",
  registry: "",
  githubApi: "",
  githubRaw: "",
  budget: { attempts: 3, tokens: 60_000, minutes: 15, mutants: 120 },
  author: { name: "Rosa Lindqvist", email: "rosa@example.org" },
};

const runs: readonly RunSummary[] = (
  [
    ["r-running", "AB-7", "Dialog prints UNKNOWN for an unmeasured severity", null],
    ["r-stuck", "AB-7", "Dialog prints UNKNOWN for an unmeasured severity", "stuck"],
    ["r-verified", "AB-3", "The flag must be raised when none of an item's scans ran", "verified"],
    ["r-refused", "LB-4", "A timed-out worker's lock is not released", "refused"],
    ["r-cancelled", "LB-2", "Lock names are compared with their case", "cancelled"],
    ["r-over", "LB-9", "Queue keeps its order after a timeout", "over-budget"],
  ] as const
).map(([run, ticket, title, end], at) => ({
  run: runIdOf(run),
  ticket: ticketIdOf(ticket),
  title,
  repository: ticket.startsWith("AB") ? "advisory-board" : "lockbox",
  openedAt: Date.now() - at * 7_900_000,
  end,
}));

const base: AppState = {
  demos: [
    {
      name: "lockbox",
      title: "lockbox",
      description:
        "An in-memory lock manager with a compare-and-swap. Of many workers racing for a free lock, exactly one may win.",
      tickets: 12,
    },
    {
      name: "advisory-board",
      title: "advisory-board",
      description: "A React component library that lists security advisories, with Testing Library and a DOM environment.",
      tickets: 4,
    },
  ],
  repository: { kind: "none" },
  run: null,
  running: false,
  runs: [],
  settings,
  models: { model: { kind: "idle" }, reviewerModel: { kind: "idle" } },
  streaming: null,
  suiteProgress: null,
  notice: null,
  integration: null,
  converged: [],
  sandboxError: null,
  publishing: null,
  tokens: [],
};

const installed: readonly InstalledPackage[] = Array.from({ length: 133 }, (_, at) => ({
  name: `p${at.toString()}`,
  version: "1.0.0",
  location: `node_modules/p${at.toString()}`,
  integrity: null,
}));
const open: Extract<RepositoryState, { kind: "open" }> = {
  kind: "open",
  repository: REPOSITORY,
  tickets: LISTINGS,
  unreadableTickets: [{ path: repoPathOf("tickets/AB-11.md"), reason: 'Front matter: line is not a number: "forty".' }],
  dependencies: {
    kind: "ready",
    dependencies: {
      digest: "sha256:00",
      packages: installed,
      leftOut: [{ name: "@rollup/rollup-darwin-arm64", reason: "another operating system" }],
      scriptsNotRun: ["esbuild"],
      source: { kind: "archive", name: "the demo's own archive" },
    },
    files: 9120,
    bytes: 81_600_000,
  },
  packages: [],
  packageRoot: "",
};

export const SCENES: Readonly<Record<string, Scene>> = {
  open: { hash: "#/", state: base },
  "open-recent": { hash: "#/", state: { ...base, runs } },
  opening: {
    hash: "#/",
    state: {
      ...base,
      repository: {
        kind: "opening",
        url: "https://github.com/unjs/ufo",
        progress: { phase: "receiving", done: 61, total: 148, text: "src/parse.ts" },
      },
    },
  },
  "open-failed": {
    hash: "#/",
    state: {
      ...base,
      repository: {
        kind: "failed",
        url: "https://git.example.org/team/tool.git",
        error: {
          kind: "cors",
          message:
            "git.example.org answered, but without Access-Control-Allow-Origin, so the browser keeps the answer from this page.",
          advice: "Name a proxy in the settings, or open the repository as a folder or an archive.",
        },
      },
    },
  },
  "open-limited": {
    hash: "#/",
    state: {
      ...base,
      repository: {
        kind: "failed",
        url: "https://github.com/unjs/ufo",
        error: {
          kind: "rate-limited",
          message: "api.github.com allows 60 calls an hour without a token, and they are used up.",
          advice: "Wait, or give a token with read access to this repository.",
          resetsAt: Date.now() + 1_200_000,
        },
      },
    },
  },
  repository: { hash: "#/repository", state: { ...base, runs, repository: open } },
  "repository-warned": { hash: "#/repository/AB-12", state: { ...base, runs, repository: open } },
  "repository-monorepo": {
    hash: "#/repository/AB-3",
    state: {
      ...base,
      repository: {
        ...open,
        packages: [
          { root: "", name: "board" },
          { root: repoPathOf("packages/ui"), name: "@board/ui" },
        ],
        packageRoot: repoPathOf("packages/ui"),
        dependencies: { kind: "installing", progress: { packagesDone: 48, packagesTotal: 133, bytes: 31_200_000 } },
        repository: {
          ...REPOSITORY,
          source: "github.com/example/board",
          url: "https://github.com/example/board",
          rateLimit: { remaining: 57, resetsAt: Date.now() + 3_000_000 },
        },
      },
    },
  },
  "repository-failed": {
    hash: "#/repository",
    state: {
      ...base,
      repository: {
        ...open,
        repository: { ...REPOSITORY, warnings: [] },
        dependencies: {
          kind: "failed",
          error: {
            kind: "no-lockfile",
            message: "package.json names 7 packages, and there is no lockfile that says which versions.",
            advice: "Commit a package-lock.json, yarn.lock or pnpm-lock.yaml, and open the repository again.",
          },
        },
      },
    },
  },
  "run-preparing": {
    hash: "#/repository",
    state: {
      ...base,
      repository: open,
      running: true,
      models: {
        model: { kind: "loading", progress: { phase: "fetch", fraction: 0.37, text: "1.6 of 4.3 GB" } },
        reviewerModel: { kind: "idle" },
      },
    },
  },
  "run-writing": {
    hash: "#/run/r-writing",
    state: {
      ...base,
      repository: open,
      runs,
      run: writingRun(),
      running: true,
      streaming: { role: "fixer", text: REPLY.slice(0, 240), tokens: 61 },
    },
  },
  "run-running": {
    hash: "#/run/r-running",
    state: {
      ...base,
      repository: open,
      runs,
      run: runningRun(),
      running: true,
      suiteProgress: { filesDone: 4, filesTotal: 6, testsPassed: 22, testsFailed: 0 },
    },
  },
  "run-stuck": { hash: "#/run/r-stuck", state: { ...base, repository: open, runs, run: stuckRun() } },
  "run-verified": { hash: "#/run/r-verified", state: { ...base, repository: open, runs, run: verifiedRun() } },
  "run-cancelled": { hash: "#/run/r-cancelled", state: { ...base, runs, run: endedRun({ kind: "cancelled" }) } },
  "run-own-case": {
    hash: "#/run/r-refused",
    state: {
      ...base,
      runs,
      run: endedRun({
        kind: "refused",
        failing: ["suite"],
        because: 'the gate suite does not hold its own case SU1 "a test that was green is red" (must refuse)',
      }),
    },
  },
  "run-error": {
    hash: "#/run/r-error",
    state: {
      ...base,
      runs,
      run: endedRun({
        kind: "error",
        message: "the worker that runs the suite was lost.",
        advice: "Close other tabs that need memory, then run the ticket again.",
      }),
      sandboxError: {
        kind: "lost",
        message: "The sandbox's worker ended without its end mark.",
        advice: "What it had reported until then is kept and counts as unknown.",
      },
    },
  },
  "run-missing": { hash: "#/run/r-none", state: { ...base, runs } },
  integration: {
    hash: "#/integration",
    state: { ...base, repository: lockbox(open.dependencies, 5), converged: SOME_CONVERGED },
  },
  ...Object.fromEntries(
    Object.entries(INTEGRATIONS).map(([name, integration]): [string, Scene] => [
      `integration-${name}`,
      {
        hash: "#/integration",
        state: {
          ...base,
          repository: lockbox(open.dependencies),
          converged: ALL_CONVERGED,
          running: name === "running",
          integration,
        },
      },
    ]),
  ),
  "repository-left-out": {
    hash: "#/repository",
    state: {
      ...base,
      repository: lockbox(open.dependencies),
      converged: ALL_CONVERGED,
      integration: INTEGRATIONS["stuck"],
    },
  },
  history: { hash: "#/history", state: { ...base, runs } },
  settings: { hash: "#/settings", state: base },
  "settings-tokens": {
    hash: "#/settings",
    state: {
      ...base,
      tokens: [
        { host: "api.github.com", inMemory: true, kept: false },
        { host: "git.example.org", inMemory: false, kept: true },
      ],
    },
  },
  "settings-models": {
    hash: "#/settings",
    state: {
      ...base,
      settings: {
        ...settings,
        sandbox: "webcontainer",
        model: { backend: "web-llm", model: "qwen-7b" },
        reviewerModel: { backend: "openai-compatible", baseUrl: "http://localhost:8080/v1", model: "qwen3-14b" },
      },
      models: {
        model: { kind: "loading", progress: { phase: "fetch", fraction: 0.37, text: "1.6 of 4.3 GB" } },
        reviewerModel: {
          kind: "failed",
          error: {
            kind: "unavailable",
            message: "Nothing answers at localhost:8080.",
            advice: "Start the server, and let it allow this page's origin.",
          },
        },
      },
    },
  },
  checks: { hash: "#/checks", state: { ...base, runs } },
  notice: {
    hash: "#/repository",
    state: {
      ...base,
      repository: open,
      notice: {
        kind: "error",
        message: "The journal could not be written: the browser's storage is full.",
        advice: "Remove old runs, or export the case book first.",
      },
    },
  },
};
