/** Opening a repository: its snapshot, its tickets, its dependencies. One at a time; opening another cancels what is under way. */
import { ok } from "../core/result.ts";
import type { RepoPath, SnapshotFiles } from "../core/snapshot/index.ts";
import { parseTypedTicket, type Ticket } from "../core/ticket/index.ts";
import type { AppStore } from "./app-store.ts";
import type { DependencyState, RepositoryState, TypedTicket } from "./fixgate.ts";
import type { Dependencies, DependencySource, Demos, GitStore, OpenSandbox, RepoSource, Script } from "./ports/index.ts";
import type { Result } from "../core/result.ts";
import { findTickets, listTicket } from "./tickets.ts";

export interface DeskPorts {
  readonly git: GitStore;
  readonly demos: Demos;
  readonly dependencies: (options: { readonly registry: string; readonly allowNoLockfile: boolean }) => DependencySource;
  /** The packages are there, or another package was chosen: what will be needed next may be started. */
  readonly onReady?: (repository: Omit<OpenSandbox, "signal">) => void;
  /** Made by `fixgate pack-deps` on the person's machine, in place of a registry. */
  readonly dependencyArchive: (archive: Blob) => DependencySource;
}

export interface OpenDesk {
  readonly files: SnapshotFiles;
  readonly dependencies: Promise<Dependencies | null>;
}

export function createRepositoryDesk(store: AppStore, ports: DeskPorts) {
  let opening: AbortController | null = null;
  /** One installation at a time: one that was asked for later ends the one before, which then has nothing more to say. */
  let installing: AbortController | null = null;
  let desk: OpenDesk | null = null;
  let script: Script | null = null;
  let lastSource: RepoSource | null = null;
  let lastArchive: Blob | null = null;

  type Open = Extract<RepositoryState, { kind: "open" }>;
  function patchOpen(change: (state: Open) => Partial<Open>): void {
    store.set((state) =>
      state.repository.kind === "open" ? { repository: { ...state.repository, ...change(state.repository) } } : {},
    );
  }

  async function open(source: RepoSource, label: string, token: string | null): Promise<void> {
    opening?.abort();
    const controller = new AbortController();
    opening = controller;
    desk = null;
    script = null;
    lastArchive = null;
    store.set({
      repository: { kind: "opening", url: label, progress: { phase: "connecting", done: 0, total: null, text: "connecting" } },
      run: null,
      notice: null,
    });
    const opened = await ports.git.open(source, {
      signal: controller.signal,
      token,
      onProgress: (progress) => {
        if (!controller.signal.aborted) store.set({ repository: { kind: "opening", url: label, progress } });
      },
    });
    if (opening !== controller) return;
    if (!opened.ok) {
      store.set({
        repository: opened.error.kind === "cancelled" ? { kind: "none" } : { kind: "failed", url: label, error: opened.error },
      });
      return;
    }
    const files = await ports.git.files(opened.value.snapshot.oid);
    if (source.kind === "demo") {
      const found = await ports.demos.script(source.name);
      if (found.ok) script = found.value;
      else store.set({ notice: { kind: "error", message: found.error.message, advice: found.error.advice } });
    }
    const found = await findTickets(opened.value.snapshot, (path) => Promise.resolve(textAt(files, path)));
    const scripted = (script?.tickets ?? []).filter((ticket) => !found.tickets.some((listing) => listing.ticket.id === ticket.id));
    store.set({
      repository: {
        kind: "open",
        repository: opened.value,
        tickets: [...found.tickets, ...scripted.map((ticket) => listTicket(ticket, "typed", opened.value.snapshot))],
        unreadableTickets: found.unreadable,
        dependencies: { kind: "waiting" },
        packages: packagesOf(files),
        packageRoot: "",
      },
    });
    lastSource = source;
    desk = { files, dependencies: install({ kind: "source", source }, files, controller) };
  }

  /** How the packages of what is open are had: as its source says, or as the person chose afterwards. */
  type From =
    | { readonly kind: "source"; readonly source: RepoSource }
    | { readonly kind: "archive"; readonly archive: Blob }
    | { readonly kind: "ranges" };

  function announce(files: SnapshotFiles, dependencies: Dependencies): void {
    const { repository } = store.get();
    if (repository.kind === "open")
      ports.onReady?.({ snapshot: files, inputs: files, dependencies, packageRoot: repository.packageRoot });
  }

  async function install(from: From, files: SnapshotFiles, controller: AbortController): Promise<Dependencies | null> {
    installing?.abort();
    const own = new AbortController();
    installing = own;
    const signal = AbortSignal.any([controller.signal, own.signal]);
    const show = (dependencies: DependencyState): void => {
      if (opening === controller && installing === own) patchOpen(() => ({ dependencies }));
    };
    show({ kind: "installing", progress: { packagesDone: 0, packagesTotal: 0, bytes: 0 } });
    const { registry } = store.get().settings;
    const installed =
      from.kind === "source" && from.source.kind === "demo"
        ? await ports.demos.dependencies(from.source.name)
        : await (
            from.kind === "archive"
              ? ports.dependencyArchive(from.archive)
              : ports.dependencies({ registry, allowNoLockfile: from.kind === "ranges" })
          ).install(files, {
            signal,
            onProgress: (progress) => {
              show({ kind: "installing", progress });
            },
          });
    if (!installed.ok) {
      show({
        kind: "failed",
        error:
          installed.error.kind === "bundled"
            ? { kind: "registry", name: "bundled archive", message: installed.error.message, advice: installed.error.advice }
            : installed.error,
      });
      return null;
    }
    const { files: pack, ...rest } = installed.value;
    show({ kind: "ready", dependencies: rest, files: pack.index.length, bytes: pack.blob.size });
    if (!signal.aborted) announce(files, installed.value);
    return installed.value;
  }

  return {
    open,
    desk: () => desk,
    script: () => script,
    /** What the packages came from, where a person gave an archive. */
    archive: () => lastArchive,
    useScript(next: Script | null): void {
      script = next;
      patchOpen((state) => ({
        tickets: [
          ...state.tickets,
          ...(next?.tickets ?? [])
            .filter((ticket) => !state.tickets.some((listing) => listing.ticket.id === ticket.id))
            .map((ticket) => listTicket(ticket, "typed", state.repository.snapshot)),
        ],
      }));
    },
    /** Installs again: from an archive, from version ranges without a lockfile, or as at first. */
    reinstall(from: "again" | "ranges" | Blob): void {
      if (!desk || !opening || !lastSource) return;
      lastArchive = from instanceof Blob ? from : null;
      const chosen: From =
        from instanceof Blob
          ? { kind: "archive", archive: from }
          : from === "ranges"
            ? { kind: "ranges" }
            : { kind: "source", source: lastSource };
      desk = { files: desk.files, dependencies: install(chosen, desk.files, opening) };
    },
    cancel(): void {
      opening?.abort();
    },
    close(): void {
      opening?.abort();
      opening = null;
      desk = null;
      script = null;
      store.set({ repository: { kind: "none" } });
    },
    selectPackage(root: RepoPath | ""): void {
      patchOpen(() => ({ packageRoot: root }));
      const chosen = desk;
      void chosen?.dependencies.then((dependencies) => {
        if (dependencies && desk === chosen) announce(chosen.files, dependencies);
      });
    },
    addTicket(typed: TypedTicket): Result<Ticket, readonly string[]> {
      const { repository } = store.get();
      const taken = new Set<string>(repository.kind === "open" ? repository.tickets.map((listing) => listing.ticket.id) : []);
      const parsed = parseTypedTicket(typed, taken);
      if (!parsed.ok) return { ok: false, error: parsed.error.map((problem) => problem.message) };
      patchOpen((state) => ({ tickets: [...state.tickets, listTicket(parsed.value, "typed", state.repository.snapshot)] }));
      return ok(parsed.value);
    },
  };
}

export function textAt(files: SnapshotFiles, path: RepoPath): string | null {
  const entry = files.entries.find((each) => each.path === path);
  const bytes = entry && files.blobs.get(entry.oid);
  if (bytes === undefined) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function packagesOf(files: SnapshotFiles): { root: RepoPath | ""; name: string }[] {
  const packages: { root: RepoPath | ""; name: string }[] = [];
  for (const { path } of files.entries) {
    if (path !== "package.json" && !path.endsWith("/package.json")) continue;
    const root = path.slice(0, -"package.json".length).replace(/\/$/, "") as RepoPath | "";
    try {
      const parsed: unknown = JSON.parse(textAt(files, path) ?? "");
      const name =
        typeof parsed === "object" && parsed !== null && "name" in parsed && typeof parsed.name === "string"
          ? parsed.name
          : root || "root";
      packages.push({ root, name });
    } catch {
      // A package.json that isn't JSON is no package to pick; the file itself is still there to be read.
    }
  }
  return packages;
}
