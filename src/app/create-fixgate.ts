/** The app behind its screens: commands in, one state out. Everything that touches the outside is a port. */
import type { Role } from "../core/role/index.ts";
import type { Oid, SnapshotFiles } from "../core/snapshot/index.ts";
import type { AttemptRecord, RunId, RunSubject } from "../core/run/index.ts";
import { foldRun } from "../core/run/index.ts";
import type { TicketId } from "../core/ticket/index.ts";
import type { Result } from "../core/result.ts";
import { createAppStore, type AppStore } from "./app-store.ts";
import { calibrateReviewer } from "./calibrate-reviewer.ts";
import type { ReviewReport } from "../core/evidence/index.ts";
import { integrate, isConverged, type IntegrationView } from "./integrate.ts";
import { createCaseBook } from "./case-book.ts";
import { exportRun } from "./export-run.ts";
import { runSelfChecks } from "./own-cases.ts";
import type { Signer } from "../core/receipt/index.ts";
import { countLines } from "./diff-text.ts";
import type { Artifact, FileDiff, Fixgate, ModelChoice, ModelListing, ModelState, RunSummary, Settings } from "./fixgate.ts";
import type {
  AgentRunner,
  Analysis,
  Clock,
  DependencySource,
  Demos,
  ExportPort,
  GitStore,
  ModelBackend,
  OpenError,
  PublishPort,
  RepoSource,
  Sandbox,
  ScriptedReplies,
  Store,
  TokenVault,
} from "./ports/index.ts";
import { createPublisher } from "./publish/publish-run.ts";
import { runOnNewBase } from "./publish/run-on-new-base.ts";
import { createRepositoryDesk, textAt } from "./repository-desk.ts";
import { createKeptBaselines } from "./kept-baselines.ts";
import { createRunJournal, type RunJournal } from "./run-journal.ts";
import { runTicket } from "./run-ticket.ts";
import { parseCalibration, parseSettings } from "./settings.ts";
import { hostOf } from "./source-host.ts";

export interface FixgatePorts {
  readonly git: GitStore & ExportPort;
  readonly publish: PublishPort;
  readonly tokens: TokenVault;
  readonly demos: Demos;
  readonly dependencies: (options: { readonly registry: string; readonly allowNoLockfile: boolean }) => DependencySource;
  readonly dependencyArchive: (archive: Blob) => DependencySource;
  readonly parseUrl: (raw: string, settings: Settings) => Result<RepoSource, OpenError>;
  readonly sandbox: (settings: Settings) => Sandbox;
  readonly agents: AgentRunner;
  readonly model: (choice: ModelChoice, replies: ScriptedReplies) => ModelBackend;
  readonly modelList: () => Promise<readonly ModelListing[]>;
  readonly analysis: Analysis;
  readonly store: Store;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly newRunId: () => RunId;
  /** Runs `work` while nobody else holds the name; false at once when another tab does. */
  readonly exclusively: (name: string, work: () => Promise<void>) => Promise<boolean>;
}

/** Workers that stand ready: one reads the configuration, two run test files. */
const SPARES = 3;
/** What came of the last integration on a base: it is there again when the base is. */
const INTEGRATION = (base: Oid): string => `integration/1/${base}`;
const TEXTS = (attempt: number): string => `.texts-${String(attempt)}.json`;

export async function createFixgate(ports: FixgatePorts): Promise<Fixgate> {
  const store = createAppStore();
  store.set({ settings: parseSettings(await ports.store.getSetting("settings")), demos: await ports.demos.list() });
  await closeInterruptedRuns(ports);
  await refreshRuns(store, ports.store);

  const desk = createRepositoryDesk(store, {
    ...ports,
    onReady: (repository) => currentSandbox().warm?.(SPARES, repository),
  });
  const baselines = createKeptBaselines();
  const caseBook = createCaseBook(ports.store, ports.clock);
  const publisher = createPublisher(store, ports);
  await publisher.tokens.show();
  let sandbox: { readonly key: string; readonly value: Sandbox } | null = null;
  let running: { readonly run: RunId; readonly abort: AbortController; journal: RunJournal | null } | null = null;
  /** The run on screen: while one goes on, a person may look at another. */
  let shown: RunId | null = null;
  let batch: AbortController | null = null;
  let pause: { readonly promise: Promise<void>; readonly resume: () => void } | null = null;

  function currentSandbox(): Sandbox {
    const { settings } = store.get();
    const key = `${settings.sandbox}/${settings.webcontainerApiKey}`;
    if (sandbox?.key !== key) {
      void sandbox?.value.dispose();
      sandbox = { key, value: ports.sandbox(settings) };
    }
    return sandbox.value;
  }

  function fail(message: string, advice: string): void {
    store.set({ notice: { kind: "error", message, advice } });
  }

  async function loadModel(which: "model" | "reviewerModel", backend: ModelBackend, signal: AbortSignal): Promise<boolean> {
    const show = (state: ModelState): void => {
      store.set((now) => ({ models: { ...now.models, [which]: state } }));
    };
    show({ kind: "loading", progress: { phase: "fetch", fraction: 0, text: "starting" } });
    const loaded = await backend.load({
      signal,
      onProgress: (progress) => {
        show({ kind: "loading", progress });
      },
    });
    show(loaded.ok ? { kind: "ready" } : { kind: "failed", error: loaded.error });
    if (!loaded.ok && loaded.error.kind !== "cancelled") fail(loaded.error.message, loaded.error.advice);
    return loaded.ok;
  }

  /** A real reviewer is measured once on labelled changes before its approval can count; a script needs no measuring. */
  async function calibrationOf(reviewer: ModelBackend, signal: AbortSignal): Promise<ReviewReport["calibration"]> {
    const { backend, model, version } = reviewer.identity;
    if (backend === "scripted") return { kind: "not-needed", reason: "scripted replies: no model spoke" };
    const key = `calibration/${backend}/${model}/${version}`;
    const known = parseCalibration(await ports.store.getSetting(key));
    if (known) return known;
    const measured = await calibrateReviewer(reviewer, {
      signal,
      clock: ports.clock,
      onProgress: (done, total) => {
        store.set({
          streaming: { role: "reviewer", text: `calibration: labelled change ${String(done)} of ${String(total)}`, tokens: 0 },
        });
      },
    });
    if (!measured.ok) return { kind: "missing" };
    await ports.store.setSetting(key, measured.value.report);
    return measured.value.report;
  }

  /** `change`: what the writing roles answer, where the change is there already and only has to be judged again. */
  async function startRun(id: TicketId, change?: ScriptedReplies): Promise<void> {
    const { repository, settings } = store.get();
    const files = desk.desk();
    if (running) {
      fail("A run is under way.", "Cancel it or wait for its end before starting another.");
      return;
    }
    if (repository.kind !== "open" || !files) {
      fail("No repository is open.", "Open one first.");
      return;
    }
    const listing = repository.tickets.find((each) => each.ticket.id === id);
    if (!listing) {
      fail(`There is no ticket ${id} here.`, "Pick one from the list.");
      return;
    }

    const run = ports.newRunId();
    const abort = new AbortController();
    running = { run, abort, journal: null };
    shown = run;
    store.set({ running: true, run: null, notice: null, streaming: null, suiteProgress: null, sandboxError: null });
    try {
      const dependencies = await files.dependencies;
      if (!dependencies) {
        fail(
          "The dependencies of this repository are not there.",
          "See what went wrong beside its name, mend it, then start again.",
        );
        return;
      }
      const replies: ScriptedReplies = desk.script()?.replies ?? (() => null);
      const writer = change ? ports.model({ backend: "scripted" }, change) : ports.model(settings.model, replies);
      const same = !change && JSON.stringify(settings.model) === JSON.stringify(settings.reviewerModel);
      const reviewer = same ? writer : ports.model(settings.reviewerModel, replies);
      if (!(await loadModel("model", writer, abort.signal))) return;
      if (!same && !(await loadModel("reviewerModel", reviewer, abort.signal))) return;
      if (same) store.set((state) => ({ models: { ...state.models, reviewerModel: state.models.model } }));
      const calibration = await calibrationOf(reviewer, abort.signal);
      if (abort.signal.aborted) return;
      const models: Readonly<Record<Role, ModelBackend>> = { fixer: writer, "test-writer": writer, reviewer };
      const box = currentSandbox();
      box.warm?.(SPARES, { snapshot: files.files, inputs: files.files, dependencies, packageRoot: repository.packageRoot });
      const subject: RunSubject = {
        repository: { url: repository.repository.url, commit: repository.repository.commit, ref: repository.repository.ref },
        base: files.files.oid,
        packageRoot: repository.packageRoot,
        ticket: listing.ticket,
        models: { fixer: writer.identity, "test-writer": writer.identity, reviewer: reviewer.identity },
        sandbox: box.identity,
        budget: {
          attempts: settings.budget.attempts,
          tokens: settings.budget.tokens,
          wallMs: settings.budget.minutes * 60_000,
          mutants: settings.budget.mutants,
        },
      };
      const journal = createRunJournal(run, ports, (view) => {
        if (shown === run) store.set({ run: view });
      });
      running.journal = journal;
      await ports.exclusively(`fixgate-run-${run}`, async () => {
        const { end } = await runTicket(
          {
            subject,
            base: files.files,
            dependencies,
            packageRoot: repository.packageRoot,
            author: settings.author,
            calibration,
            ownCases: runSelfChecks(),
            signal: abort.signal,
            whilePaused: async () => {
              await pause?.promise;
            },
            onStream: (role, text, tokens) => {
              store.set({ streaming: { role, text, tokens } });
            },
            onSuiteProgress: (suiteProgress) => {
              store.set({ suiteProgress });
            },
            onTexts: (attempt, texts) =>
              ports.store.putArtifact(run, TEXTS(attempt), new TextEncoder().encode(JSON.stringify(texts))),
            beforeEnd: async (verified) => {
              for (const artifact of await exportRun(verified, files.files.oid, dependencies, settings.author, ports))
                await ports.store.putArtifact(run, artifact.name, artifact.bytes);
            },
          },
          journal,
          { ...ports, sandbox: box, models, baselines },
        );
        if (end.kind === "error") fail(end.message, end.advice);
      });
    } catch (error) {
      const message = `The run broke off: ${error instanceof Error ? error.message : String(error)}`;
      const advice = "This is a bug of ours. What was decided before it is in the run's journal.";
      fail(message, advice);
      const view = running.journal?.view();
      if (view?.end === null) running.journal?.emit({ type: "run-ended", end: { kind: "error", message, advice } });
      await running.journal?.flush().catch(() => undefined);
    } finally {
      pause?.resume();
      pause = null;
      running = null;
      store.set({ running: false, streaming: null, suiteProgress: null });
      await refreshRuns(store, ports.store);
      await refreshConverged();
    }
  }

  /** The latest attempt of each ticket on this base that has its own green test. */
  async function tracks(): Promise<readonly AttemptRecord[]> {
    const base = desk.desk()?.files.oid;
    const latest = new Map<TicketId, AttemptRecord>();
    for (const record of [...(await ports.store.attempts())].sort((a, b) => a.at - b.at))
      if (record.subject.base === base && isConverged(record)) latest.set(record.subject.ticket.id, record);
    return [...latest.values()].sort((a, b) => a.subject.ticket.id.localeCompare(b.subject.ticket.id, "en", { numeric: true }));
  }
  async function refreshConverged(): Promise<void> {
    store.set({ converged: (await tracks()).map((record) => record.subject.ticket.id) });
  }
  /** What was put together of another repository says nothing about this one. */
  async function openFrom(...source: Parameters<typeof desk.open>): Promise<void> {
    store.set({ integration: null, converged: [] });
    await desk.open(...source);
    await refreshConverged();
    const base = desk.desk()?.files.oid;
    if (base === undefined) return;
    const kept = (await ports.store.getSetting(INTEGRATION(base))) as IntegrationView | null | undefined;
    if (kept && desk.desk()?.files.oid === base) store.set({ integration: kept });
  }

  async function startIntegration(): Promise<void> {
    const files = desk.desk();
    const { repository, settings } = store.get();
    if (running) {
      fail("A run is under way.", "Cancel it or wait for its end.");
      return;
    }
    if (!files || repository.kind !== "open") {
      fail("No repository is open.", "Open one first.");
      return;
    }
    const records = await tracks();
    if (records.length < 2) {
      fail("There are not two tickets yet whose own test is green.", "Run more tickets first.");
      return;
    }
    const dependencies = await files.dependencies;
    if (!dependencies) {
      fail("The dependencies of this repository are not there.", "See what went wrong beside its name.");
      return;
    }
    const abort = new AbortController();
    running = { run: "integration" as RunId, abort, journal: null };
    store.set({ running: true, integration: null, notice: null });
    try {
      const box = currentSandbox();
      // Their blobs may be of an earlier visit: a record holds the texts, the store must hold the objects.
      for (const record of records) await restoreObjects(record, files.files);
      const view = await integrate(
        {
          base: files.files,
          tracks: records,
          dependencies,
          packageRoot: repository.packageRoot,
          author: settings.author,
          signal: abort.signal,
          onChange: (integration) => {
            store.set({ integration });
          },
        },
        { ...ports, sandbox: box },
      );
      if (view.end?.kind !== "cancelled") await ports.store.setSetting(INTEGRATION(files.files.oid), view);
    } catch (error) {
      fail(
        `The integration broke off: ${error instanceof Error ? error.message : String(error)}`,
        "This is a bug of ours; please report it.",
      );
    } finally {
      running = null;
      store.set({ running: false });
    }
  }

  async function restoreObjects(record: AttemptRecord, base: SnapshotFiles): Promise<void> {
    await ports.git.overlay(
      base.oid,
      record.texts.flatMap(({ path, after }) => (after === null ? [] : [{ path, bytes: new TextEncoder().encode(after) }])),
    );
  }

  return {
    state: () => store.get(),
    subscribe: (listener) => store.subscribe(listener),

    async openUrl(url, options) {
      const source = ports.parseUrl(url, store.get().settings);
      if (!source.ok) {
        store.set({ repository: { kind: "failed", url, error: source.error } });
        return;
      }
      const host = hostOf(source.value);
      const given = options?.token ?? null;
      await openFrom(source.value, url, given ?? (host === null ? null : publisher.tokens.tokenFor(host)));
      // One that opened nothing would only stand in the way of the next.
      if (given !== null && host !== null && store.get().repository.kind === "open") await publisher.tokens.give(host, given, null);
    },
    openDemo: (name) => openFrom({ kind: "demo", name }, name, null),
    openFiles: (name, files, leftOut = []) =>
      openFrom({ kind: "files", name, files: files.map((file) => ({ ...file, executable: false })), leftOut }, name, null),
    async openArchive(name, blob) {
      const format = /\.zip$/i.test(name)
        ? "zip"
        : /\.(tar\.gz|tgz)$/i.test(name)
          ? "tar.gz"
          : /\.bundle$/i.test(name)
            ? "bundle"
            : null;
      if (format === null) {
        fail(`${name} is not an archive that can be opened.`, "Give a .zip, a .tar.gz, or a git .bundle.");
        return;
      }
      await openFrom({ kind: "archive", name, format, blob }, name, null);
    },
    cancelOpen: () => desk.cancel(),
    closeRepository() {
      desk.close();
      store.set({ integration: null, converged: [] });
    },
    selectPackage: (root) => {
      desk.selectPackage(root);
      return Promise.resolve();
    },
    readFile: (path) => Promise.resolve(desk.desk() ? textAt(desk.desk()?.files ?? unreachableDesk(), path) : null),
    snapshot: () => desk.desk()?.files ?? null,
    addTicket: (typed) => {
      const added = desk.addTicket(typed);
      return Promise.resolve(added.ok ? [] : added.error);
    },
    useDependencyArchive: (archive) => {
      desk.reinstall(archive);
    },
    installDependencies: (how) => {
      desk.reinstall(how);
    },
    async useScript(source) {
      const script = await ports.demos.scriptFrom(source);
      if (script.ok) desk.useScript(script.value);
      else fail(script.error.message, script.error.advice);
    },

    startRun: (ticket) => startRun(ticket),
    async startRuns(tickets) {
      batch = new AbortController();
      const { signal } = batch;
      for (const ticket of tickets) {
        if (signal.aborted) break;
        await startRun(ticket);
      }
    },
    startIntegration,
    pauseRun() {
      if (pause || !running?.journal) return;
      let resume = (): void => undefined;
      const promise = new Promise<void>((resolve) => {
        resume = resolve;
      });
      pause = { promise, resume };
      running.journal.emit({ type: "paused" });
    },
    resumeRun() {
      if (!pause) return;
      pause.resume();
      pause = null;
      running?.journal?.emit({ type: "resumed" });
    },
    cancelRun() {
      batch?.abort();
      pause?.resume();
      running?.abort.abort();
    },
    async showRun(run) {
      shown = run;
      const view = running?.run === run ? (running.journal?.view() ?? null) : foldRun(await ports.store.events(run));
      if (shown === run) store.set({ run: view });
    },
    leaveRun() {
      shown = null;
      store.set({ run: null });
    },
    async removeRun(run) {
      if (running?.run === run) return;
      await ports.store.removeRun(run);
      await refreshRuns(store, ports.store);
    },
    async changes(run, attempt) {
      const all = await ports.store.artifacts(run);
      const saved = all.find((artifact) => artifact.name === TEXTS(attempt));
      if (!saved) return [];
      const texts = JSON.parse(new TextDecoder().decode(saved.bytes)) as readonly Omit<FileDiff, "added" | "removed">[];
      return texts.map((text) => ({ ...text, ...countLines(text.before, text.after) }));
    },
    record: (run, attempt) => ports.store.attempt(`${run}-${String(attempt)}`),
    async artifacts(run): Promise<readonly Artifact[]> {
      return (await ports.store.artifacts(run)).filter((artifact) => !artifact.name.startsWith("."));
    },

    planPublication: (run, address) => publisher.plan(run, address),
    publish: (run, to) => publisher.publish(run, to),
    cancelPublish: () => publisher.cancel(),
    dismissPublishError: () => publisher.dismissError(),
    publications: (run) => publisher.publications(run),
    async runOnNewBase(run, to) {
      if (running) {
        fail("A run is under way.", "Cancel it or wait for its end.");
        return;
      }
      const again = await runOnNewBase(run, to, { app: store, desk, tokens: publisher.tokens, ports });
      if (!again.ok) fail(again.error.message, again.error.advice);
      else await startRun(again.value.ticket, again.value.change);
    },
    giveToken: (host, token, passphrase) => publisher.tokens.give(host, token, passphrase),
    unlockToken: (host, passphrase) => publisher.tokens.unlock(host, passphrase),
    forgetToken: (host) => publisher.tokens.forget(host),

    async updateSettings(change) {
      const settings = parseSettings({ ...store.get().settings, ...change });
      store.set({ settings });
      await ports.store.setSetting("settings", settings);
    },
    async probeModel(which) {
      store.set((state) => ({ models: { ...state.models, [which]: { kind: "probing" } } }));
      try {
        return await ports.model(store.get().settings[which], () => null).probe();
      } finally {
        store.set((state) => ({ models: { ...state.models, [which]: { kind: "idle" } } }));
      }
    },
    modelList: ports.modelList,

    checkTheChecks: () => caseBook.check(),
    exportCaseBook: () => caseBook.exportAll(),
    importCaseBook: (file) => caseBook.importAll(file),
    dismissNotice() {
      store.set({ notice: null });
    },
  };
}

function unreachableDesk(): never {
  throw new Error("no repository is open");
}

/** A run whose tab is gone is marked interrupted, with all that it had; one that another tab carries out is left alone. */
async function closeInterruptedRuns(ports: FixgatePorts): Promise<void> {
  for (const { run, ended } of await ports.store.runs()) {
    if (ended) continue;
    await ports.exclusively(`fixgate-run-${run}`, async () => {
      const events = await ports.store.events(run);
      const last = events.at(-1);
      if (last && last.type !== "run-ended")
        await ports.store.append([
          { run, seq: last.seq + 1, at: ports.clock.now(), type: "run-ended", end: { kind: "interrupted" } },
        ]);
    });
  }
}

async function refreshRuns(store: AppStore, kept: Store): Promise<void> {
  const runs: RunSummary[] = [];
  for (const { run, openedAt } of (await kept.runs()).slice(0, 100)) {
    const view = foldRun(await kept.events(run));
    if (view)
      runs.push({
        run,
        ticket: view.subject.ticket.id,
        title: view.subject.ticket.title,
        repository: view.subject.repository.url,
        openedAt,
        end: view.end?.kind ?? null,
      });
  }
  store.set((state) => ({
    runs,
    ...(state.repository.kind === "open"
      ? {
          repository: {
            ...state.repository,
            tickets: state.repository.tickets.map((listing) => {
              const url = state.repository.kind === "open" ? state.repository.repository.url : "";
              const last = runs.find((each) => each.ticket === listing.ticket.id && each.repository === url);
              return { ...listing, lastRun: last ? { run: last.run, end: last.end } : null };
            }),
          },
        }
      : {}),
  }));
}
