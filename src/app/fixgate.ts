/**
 * The app as its screens see it: one state, and the things a person can ask for. The ui imports this and the core's
 * types, never an adapter.
 */
import type { AttemptRecord, RunId, RunView } from "../core/run/index.ts";
import type { RepoPath, Snapshot } from "../core/snapshot/index.ts";
import type { Ticket, TicketId } from "../core/ticket/index.ts";
import type { GateId } from "../core/gate/gate.ts";
import type { Verdict } from "../core/verdict/index.ts";
import type { IntegrationView } from "./integrate.ts";
import type {
  DependencyError,
  DependencyProgress,
  Dependencies,
  LoadProgress,
  ModelError,
  OpenedRepository,
  OpenError,
  OpenProgress,
  Probe,
  PublishError,
  SandboxError,
} from "./ports/index.ts";
import type { Result } from "../core/result.ts";

export interface DemoRepository {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tickets: number;
}

export interface TicketListing {
  readonly ticket: Ticket;
  readonly origin: "repository" | "typed";
  /** Said beside it: "src/gone.ts is not in this repository". */
  readonly warnings: readonly string[];
  /** The last run of this ticket on this base, if any. */
  readonly lastRun: { readonly run: RunId; readonly end: string | null } | null;
}

export type RepositoryState =
  | { readonly kind: "none" }
  | { readonly kind: "opening"; readonly url: string; readonly progress: OpenProgress }
  | { readonly kind: "failed"; readonly url: string; readonly error: OpenError }
  | {
      readonly kind: "open";
      readonly repository: OpenedRepository;
      readonly tickets: readonly TicketListing[];
      /** Tickets of the repository that could not be read, with the reason. */
      readonly unreadableTickets: readonly { readonly path: RepoPath; readonly reason: string }[];
      readonly dependencies: DependencyState;
      readonly packages: readonly { readonly root: RepoPath | ""; readonly name: string }[];
      readonly packageRoot: RepoPath | "";
    };

export type DependencyState =
  | { readonly kind: "waiting" }
  | { readonly kind: "installing"; readonly progress: DependencyProgress }
  | { readonly kind: "ready"; readonly dependencies: Omit<Dependencies, "files">; readonly files: number; readonly bytes: number }
  | { readonly kind: "failed"; readonly error: DependencyError };

export type ModelChoice =
  | { readonly backend: "scripted" }
  | { readonly backend: "web-llm"; readonly model: string }
  | { readonly backend: "wllama"; readonly modelUrl: string }
  | { readonly backend: "openai-compatible"; readonly baseUrl: string; readonly model: string };

export type ModelState =
  | { readonly kind: "idle" }
  | { readonly kind: "probing" }
  | { readonly kind: "loading"; readonly progress: LoadProgress }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly error: ModelError };

export interface Settings {
  readonly theme: "system" | "light" | "dark";
  /** Fixer and test-writer; the reviewer's own where it differs. */
  readonly model: ModelChoice;
  readonly reviewerModel: ModelChoice;
  readonly sandbox: "embedded" | "webcontainer";
  readonly webcontainerApiKey: string;
  /** Empty: none. Never used without being named here. */
  readonly gitProxy: string;
  /** For GitHub Enterprise Server; empty: github.com's own addresses. */
  readonly githubApi: string;
  readonly githubRaw: string;
  /** Empty: what the lockfile names, else the registry that the app was built with. */
  readonly registry: string;
  readonly budget: { readonly attempts: number; readonly tokens: number; readonly minutes: number; readonly mutants: number };
  readonly author: { readonly name: string; readonly email: string };
}

export interface ModelListing {
  readonly id: string;
  readonly label: string;
  readonly downloadBytes: number | null;
  readonly memoryBytes: number | null;
  readonly needsF16: boolean;
}

export interface RunSummary {
  readonly run: RunId;
  readonly ticket: TicketId;
  readonly title: string;
  readonly repository: string;
  readonly openedAt: number;
  readonly end: string | null;
}

export interface FileDiff {
  readonly path: RepoPath;
  readonly role: "fixer" | "test-writer";
  readonly before: string | null;
  readonly after: string | null;
  readonly added: number;
  readonly removed: number;
}

export interface Artifact {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What can't be done, and what to do instead. */
export interface Problem {
  readonly message: string;
  readonly advice: string;
}

/** Where a verified change would go, before anything is sent. */
export interface PublishPlan {
  /** `git`: a branch, pushed. `github`: a draft pull request, by GitHub's API. */
  readonly kind: "git" | "github";
  readonly address: string;
  /** The one host that is asked, and that gets the token. */
  readonly host: string;
  /** What the token must be able to do, at the least, in words. */
  readonly scope: string;
  readonly branch: string;
  /** Empty: the host's default branch. */
  readonly baseBranch: string;
  readonly title: string;
  /** The pull request's text, or the commit's message where a branch is pushed. */
  readonly text: string;
}

export interface Publication {
  readonly kind: "branch" | "draft";
  readonly host: string;
  readonly address: string;
  readonly branch: string;
  readonly commit: string;
  /** The draft's page. */
  readonly url: string | null;
  readonly number: number | null;
  /** `owner/name` of the fork that holds the branch. */
  readonly fork: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface PublishingState {
  readonly run: RunId;
  readonly progress: OpenProgress | null;
  readonly error: Exclude<PublishError, { readonly kind: "cancelled" }> | null;
}

/** A host that a token is known for. The token itself is in no state. */
export interface KnownToken {
  readonly host: string;
  /** Usable now; gone on reload. */
  readonly inMemory: boolean;
  /** Encrypted at rest; opens with its passphrase. */
  readonly kept: boolean;
}

/** "Check the checks": the gates' own cases and every kept attempt, judged with the gates as they are now. */
export interface CaseBookReport {
  readonly attempts: number;
  readonly tookMs: number;
  readonly flipped: readonly {
    readonly record: string;
    readonly gate: GateId;
    readonly was: Verdict["outcome"];
    readonly is: Verdict["outcome"];
  }[];
  readonly selfChecks: readonly {
    readonly gate: GateId;
    readonly rule: string;
    readonly expects: "accept" | "refuse";
    readonly held: boolean;
    readonly title: string;
  }[];
}

export interface AppState {
  readonly demos: readonly DemoRepository[];
  readonly repository: RepositoryState;
  /** The run on screen. */
  readonly run: RunView | null;
  /** True while the run on screen is being carried out by this tab. */
  readonly running: boolean;
  readonly runs: readonly RunSummary[];
  readonly settings: Settings;
  readonly models: Readonly<Record<"model" | "reviewerModel", ModelState>>;
  /** Text of a reply that is being generated. */
  readonly streaming: { readonly role: string; readonly text: string; readonly tokens: number } | null;
  readonly suiteProgress: {
    readonly filesDone: number;
    readonly filesTotal: number;
    readonly testsPassed: number;
    readonly testsFailed: number;
  } | null;
  /** Several tickets put together, once a person has asked for it. */
  readonly integration: IntegrationView | null;
  /** Tickets of this repository that have an attempt with its own green test. */
  readonly converged: readonly TicketId[];
  /** What can't be done, to be shown until dismissed. */
  readonly notice: { readonly kind: "error" | "info"; readonly message: string; readonly advice: string } | null;
  readonly sandboxError: SandboxError | null;
  /** What is being published, or how publishing failed last. */
  readonly publishing: PublishingState | null;
  readonly tokens: readonly KnownToken[];
}

export type TypedTicket = {
  readonly title: string;
  readonly body: string;
  readonly file: string;
  readonly line: string;
  readonly acceptance: readonly string[];
};

export interface Fixgate {
  state(): AppState;
  subscribe(listener: () => void): () => void;

  openUrl(url: string, options?: { readonly token?: string }): Promise<void>;
  openDemo(name: string): Promise<void>;
  /** `leftOut` names folders whose files are not among them. */
  openFiles(
    name: string,
    files: readonly { readonly path: string; readonly blob: Blob }[],
    leftOut?: readonly string[],
  ): Promise<void>;
  openArchive(name: string, blob: Blob): Promise<void>;
  cancelOpen(): void;
  closeRepository(): void;
  selectPackage(root: RepoPath | ""): Promise<void>;
  readFile(path: RepoPath): Promise<string | null>;
  snapshot(): Snapshot | null;

  /** Returns the reasons why it can't be a ticket, or an empty list. */
  addTicket(ticket: TypedTicket): Promise<readonly string[]>;

  /** An archive made by `fixgate pack-deps`, in place of a registry. */
  useDependencyArchive(archive: Blob): void;
  /** Tries again; `ranges` without a lockfile, which makes results that can't be repeated. */
  installDependencies(how: "again" | "ranges"): void;

  /** Replies written in advance, from a file or from a URL of the page's own origin. Everything that judges them is real. */
  useScript(source: string | Blob): Promise<void>;

  startRun(ticket: TicketId): Promise<void>;
  /** One after the other; cancelling ends the batch. */
  startRuns(tickets: readonly TicketId[]): Promise<void>;
  /** Puts all converged tickets together. */
  startIntegration(): Promise<void>;
  pauseRun(): void;
  resumeRun(): void;
  cancelRun(): void;
  showRun(run: RunId): Promise<void>;
  leaveRun(): void;
  removeRun(run: RunId): Promise<void>;
  changes(run: RunId, attempt: number): Promise<readonly FileDiff[]>;
  record(run: RunId, attempt: number): Promise<AttemptRecord | null>;
  artifacts(run: RunId): Promise<readonly Artifact[]>;

  /** Where a verified run could be published; `address` where that is not where it was opened from. Sends nothing. */
  planPublication(run: RunId, address?: string): Promise<Result<PublishPlan, Problem>>;
  /** A new branch, and a draft pull request where the host is GitHub. Never forces, never merges. Its end is in `publishing`. */
  publish(
    run: RunId,
    to: { readonly address: string; readonly branch: string; readonly baseBranch: string },
  ): Promise<Publication | null>;
  cancelPublish(): void;
  dismissPublishError(): void;
  publications(run: RunId): Promise<readonly Publication[]>;
  /** The base has moved on: opens the one that is there now, puts the same change on it, and runs every gate again. */
  runOnNewBase(run: RunId, to: { readonly address: string; readonly baseBranch: string }): Promise<void>;
  /** In memory; encrypted at rest as well where a passphrase is given. */
  giveToken(host: string, token: string, passphrase: string | null): Promise<void>;
  /** False: the passphrase does not open it. */
  unlockToken(host: string, passphrase: string): Promise<boolean>;
  forgetToken(host: string): Promise<void>;

  updateSettings(change: Partial<Settings>): Promise<void>;
  probeModel(which: "model" | "reviewerModel"): Promise<Probe>;
  modelList(): Promise<readonly ModelListing[]>;

  checkTheChecks(): Promise<CaseBookReport>;
  exportCaseBook(): Promise<Blob>;
  importCaseBook(file: Blob): Promise<{ readonly added: number; readonly refused: readonly string[] }>;
  dismissNotice(): void;
}
