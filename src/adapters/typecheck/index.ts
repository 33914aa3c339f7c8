/**
 * Type check and format of snapshots, for a sandbox that has no processes. The repository's own TypeScript is used
 * where it is a JavaScript one of another version than ours; it is foreign code and runs isolated.
 */
import type { Dependencies, SandboxError } from "../../app/ports/index.ts";
import type { FormatReport, TypecheckReport } from "../../core/evidence/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { RepoPath } from "../../core/snapshot/index.ts";
import {
  parseFormatReport,
  parseTypecheckReport,
  parseTypeTestReport,
  type TypeTestFile,
  type TypeTestQuestion,
} from "../../protocol/typecheck.ts";
import { isolatedHost, workerHost } from "./engine-host.ts";
import { EngineSession, type EngineInput } from "./engine-session.ts";

export interface TypecheckClient {
  typecheck(input: EngineInput): Promise<Result<TypecheckReport, SandboxError>>;
  typeTests(input: EngineInput & { readonly question: TypeTestQuestion }): Promise<Result<readonly TypeTestFile[], SandboxError>>;
  format(input: EngineInput & { readonly paths: readonly RepoPath[] }): Promise<Result<FormatReport, SandboxError>>;
  /** Loads ahead the TypeScript that a repository brings, and has it read the repository; without one, ours. Never needed for correctness. */
  warm(repository: Omit<EngineInput, "signal"> | undefined): void;
  dispose(): void;
}

export interface TypecheckClientOptions {
  /** Folder of the engine bundles, with a slash at its end: `new URL("engine/", document.baseURI)`. */
  readonly engineUrl: URL;
  /** Version of the TypeScript in the bundle: a repository that has the same needs no isolated one. */
  readonly ownTypescript: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds for one request; then the worker is ended and the answer is `lost`. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 180_000;
const OWN_TYPESCRIPT_FILE = "node_modules/typescript/lib/typescript.js";

/** `[path, offset, size]` sorted by path in code units. */
function hasFile({ files }: Dependencies, path: string): boolean {
  return files.index.some(([known]) => known === path);
}

export function createTypecheckClient(options: TypecheckClientOptions): TypecheckClient {
  const { engineUrl, ownTypescript, deadlineMs = DEADLINE_MS } = options;
  const get = options.fetch ?? globalThis.fetch.bind(globalThis);
  const load = async (name: string): Promise<Response> => {
    const response = await get(new URL(name, engineUrl));
    if (!response.ok) throw new Error(`${name} could not be loaded (HTTP ${String(response.status)})`);
    return response;
  };

  const own = new EngineSession({
    name: "type check",
    deadlineMs,
    start: async () => {
      const libs = await (await load("typecheck-libs.pack")).arrayBuffer();
      return {
        host: workerHost(() => new Worker(new URL("typecheck.js", engineUrl))),
        request: { type: "start", libs, files: null },
      };
    },
  });
  const formatter = new EngineSession({
    name: "format",
    deadlineMs,
    start: () =>
      Promise.resolve({
        host: workerHost(() => new Worker(new URL("format.js", engineUrl))),
        request: { type: "start", libs: null, files: null },
      }),
  });
  /** By the dependencies' digest: another repository may bring another TypeScript. */
  let guest: { readonly digest: string; readonly session: EngineSession } | null = null;

  function sessionFor(dependencies: Dependencies): EngineSession {
    const version = dependencies.packages.find((item) => item.location === "node_modules/typescript")?.version;
    if (version === undefined || version === ownTypescript || !hasFile(dependencies, OWN_TYPESCRIPT_FILE)) return own;
    if (guest?.digest === dependencies.digest) return guest.session;
    guest?.session.dispose();
    const session = new EngineSession({
      name: `type check with the repository's TypeScript ${version}`,
      deadlineMs,
      start: async () => {
        const source = await (await load("typecheck-guest.js")).text();
        return { host: isolatedHost(source, document), request: { type: "start", libs: null, files: dependencies.files } };
      },
    });
    guest = { digest: dependencies.digest, session };
    return session;
  }

  const unreadable = (part: string): SandboxError => ({
    kind: "lost",
    message: `the report could not be read (${part})`,
    advice: "Nothing is known about the types then. Try again, or choose the Node sandbox.",
  });

  return {
    async typecheck(input) {
      const answer = await sessionFor(input.dependencies).ask(input, (id, check) => ({ type: "typecheck", id, input: check }));
      if (!answer.ok) return answer;
      const report = parseTypecheckReport(answer.value);
      return report.ok ? ok(report.value) : err(unreadable(report.error));
    },
    async typeTests(input) {
      const answer = await sessionFor(input.dependencies).ask(input, (id, check) => ({
        type: "type-tests",
        id,
        input: check,
        question: input.question,
      }));
      if (!answer.ok) return answer;
      const report = parseTypeTestReport(answer.value);
      return report.ok ? ok(report.value) : err(unreadable(report.error));
    },
    async format(input) {
      const answer = await formatter.ask(input, (id, check) => ({ type: "format", id, input: check, paths: input.paths }));
      if (!answer.ok) return answer;
      const report = parseFormatReport(answer.value);
      return report.ok ? ok(report.value) : err(unreadable(report.error));
    },
    warm(repository) {
      if (repository === undefined) own.warm(null);
      else sessionFor(repository.dependencies).warm(repository);
    },
    dispose() {
      own.dispose();
      formatter.dispose();
      guest?.session.dispose();
      guest = null;
    },
  };
}
