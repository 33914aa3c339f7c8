/** A Fixgate whose state is given. What only touches the state is carried out; what would need the app does nothing. */
import type { AppState, CaseBookReport, FileDiff, Fixgate, PublishPlan } from "../../src/app/fixgate.ts";
import { GATE_IDS } from "../../src/core/gate/gate.ts";
import type { AttemptRecord, RunId } from "../../src/core/run/index.ts";
import { repoPathOf } from "../../src/core/snapshot/index.ts";
import { INTEGRATIONS } from "./integrations.ts";
import { recordOf } from "./record.ts";
import { stuckRun, verifiedRun } from "./journals.ts";
import type { Scene } from "./scenes.ts";
import { DIALOG_AFTER, DIALOG_BEFORE, SEVERITIES, TEST_AFTER, TEST_BEFORE } from "./texts.ts";

const CHANGES: readonly FileDiff[] = [
  { path: repoPathOf("src/ui/dialog.tsx"), role: "fixer", before: DIALOG_BEFORE, after: DIALOG_AFTER, added: 3, removed: 1 },
  { path: repoPathOf("tests/dialog.test.tsx"), role: "test-writer", before: TEST_BEFORE, after: TEST_AFTER, added: 6, removed: 0 },
  { path: repoPathOf("tests/severities.ts"), role: "test-writer", before: null, after: SEVERITIES, added: 4, removed: 0 },
];

const REPORT: CaseBookReport = {
  attempts: 214,
  tookMs: 168,
  flipped: [{ record: "rec-188", gate: "mutation", was: "pass", is: "fail" }],
  selfChecks: GATE_IDS.flatMap((gate, at) =>
    Array.from({ length: 3 + (at % 4) }, (_, n) => ({
      gate,
      rule: `R${n.toString()}`,
      expects: n % 2 === 0 ? ("accept" as const) : ("refuse" as const),
      held: !(gate === "ablation" && n === 1),
      title: "a hunk that only a deleted test needed",
    })),
  ),
};

function planOf(address: string): PublishPlan {
  return {
    kind: address.includes("github.com") ? "github" : "git",
    address,
    host: address.includes("github.com") ? "api.github.com" : new URL(address).host,
    scope: 'A fine-grained token for this one repository, with "Contents: read and write" and "Pull requests: read and write".',
    branch: "fixgate/AB-3",
    baseBranch: "",
    title: "AB-3: The flag must be raised when none of an item's scans ran",
    text: "Every gate that applies passed on exactly this tree. Please review it as you would any other change.\n\n## Ticket\n",
  };
}

export function createStill(scene: Scene): Fixgate {
  let state: AppState = scene.state;
  const listeners = new Set<() => void>();
  const set = (part: Partial<AppState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const done = () => Promise.resolve();
  let ended = (): void => undefined;
  const install = (from: string): void => {
    const { repository } = state;
    if (repository.kind !== "open") return;
    set({
      repository: {
        ...repository,
        dependencies: { kind: "installing", progress: { packagesDone: 0, packagesTotal: 7, bytes: 0 } },
      },
      notice: { kind: "info", message: `asked to install from ${from}`, advice: "" },
    });
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    openUrl: (url) => {
      set({ repository: { kind: "opening", url, progress: { phase: "connecting", done: 0, total: null, text: "" } } });
      return done();
    },
    openDemo: done,
    openFiles: done,
    openArchive: done,
    cancelOpen: () => {
      set({ repository: { kind: "none" } });
    },
    closeRepository: () => {
      set({ repository: { kind: "none" } });
    },
    selectPackage: done,
    readFile: (path) =>
      Promise.resolve(
        path.endsWith("dialog.tsx")
          ? DIALOG_BEFORE.repeat(3)
          : path.endsWith(".ts") || path.endsWith(".tsx")
            ? TEST_BEFORE.repeat(5)
            : null,
      ),
    snapshot: () => (state.repository.kind === "open" ? state.repository.repository.snapshot : null),
    addTicket: (ticket) =>
      Promise.resolve(ticket.title === "" ? ["A title is needed.", "src/nowhere.ts is not in this repository."] : []),
    startRun: done,
    pauseRun: () => {
      if (state.run !== null) set({ run: { ...state.run, paused: true } });
    },
    resumeRun: () => {
      if (state.run !== null) set({ run: { ...state.run, paused: false } });
    },
    cancelRun: () => {
      ended();
      if (state.integration?.end === null)
        set({ integration: { ...state.integration, step: null, end: { kind: "cancelled" } }, running: false });
      if (state.run !== null) set({ run: { ...state.run, end: { kind: "cancelled" }, step: null }, running: false });
    },
    showRun: (run) => {
      set({ run: run === "r-stuck" ? stuckRun() : run === "r-verified" ? verifiedRun() : null });
      return done();
    },
    leaveRun: () => {
      set({ run: null });
    },
    removeRun: (run) => {
      set({ runs: state.runs.filter((one) => one.run !== run) });
      return done();
    },
    changes: () => Promise.resolve(state.run?.id === ("r-writing" as RunId) ? [] : CHANGES),
    record: (_run, attempt): Promise<AttemptRecord | null> =>
      Promise.resolve(state.run === null ? null : recordOf(state.run, attempt)),
    artifacts: () =>
      Promise.resolve(
        ["AB-3.bundle", "AB-3.patch", "AB-3.receipt.json"].map((name) => ({ name, bytes: new TextEncoder().encode(name) })),
      ),
    planPublication: (_run, address) =>
      Promise.resolve({
        ok: true,
        value: planOf(address ?? "https://github.com/example/advisory-board"),
      }),
    publish: (run) => {
      set({
        publishing: { run, progress: { phase: "receiving", done: 2, total: 6, text: "sending the files" }, error: null },
      });
      return Promise.resolve(null);
    },
    cancelPublish: () => {
      set({ publishing: null });
    },
    dismissPublishError: () => {
      set({ publishing: null });
    },
    publications: () => Promise.resolve([]),
    runOnNewBase: done,
    giveToken: (host, _token, passphrase) => {
      set({ tokens: [...state.tokens, { host, inMemory: true, kept: passphrase !== null }] });
      return done();
    },
    unlockToken: (_host, passphrase) => Promise.resolve(passphrase === "right"),
    forgetToken: (host) => {
      set({ tokens: state.tokens.filter((one) => one.host !== host) });
      return done();
    },
    updateSettings: (change) => {
      set({ settings: { ...state.settings, ...change } });
      return done();
    },
    probeModel: () =>
      Promise.resolve({
        usable: false,
        reason: "WebGPU is there, f16 shaders are not: choose a q4f32 model.",
        downloadBytes: 4_300_000_000,
        memoryBytes: 5_600_000_000,
      }),
    modelList: () =>
      Promise.resolve([
        {
          id: "qwen-1.5b",
          label: "Qwen 2.5 Coder 1.5B, q4f16",
          downloadBytes: 1_060_000_000,
          memoryBytes: 1_600_000_000,
          needsF16: true,
        },
        {
          id: "qwen-7b",
          label: "Qwen 2.5 Coder 7B, q4f16",
          downloadBytes: 4_300_000_000,
          memoryBytes: 5_600_000_000,
          needsF16: true,
        },
      ]),
    useScript: done,
    // Under way until it is cancelled.
    startRuns: (tickets) =>
      new Promise((resolve) => {
        set({ running: true, run: null, notice: { kind: "info", message: `asked to run ${tickets.join(", ")}`, advice: "" } });
        ended = () => {
          set({ running: false });
          resolve();
        };
      }),
    startIntegration: () => {
      set({ running: true, integration: INTEGRATIONS.running });
      return done();
    },
    useDependencyArchive: () => {
      install("an archive");
    },
    installDependencies: (how) => {
      install(how);
    },
    checkTheChecks: () => Promise.resolve(REPORT),
    exportCaseBook: () => Promise.resolve(new Blob(["{}"])),
    importCaseBook: () => Promise.resolve({ added: 12, refused: ["rec-3: its evidence does not match its digest."] }),
    dismissNotice: () => {
      set({ notice: null });
    },
  };
}
