/**
 * What crosses between the page and the type check and format workers. The reports are parsed on arrival: a worker
 * that evaluated the repository's own TypeScript is not trusted to send well-formed ones.
 */
import type { Diagnostic, FormatReport, TypecheckReport, Unsupported } from "../core/evidence/index.ts";
import { parseRepoPath, type Oid, type RepoPath, type SnapshotEntry } from "../core/snapshot/index.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { FilePack, InstalledPackage } from "./dependencies.ts";

/** Dependencies without what only the receipt needs. The Blob crosses by reference. */
export interface PackedDependencies {
  readonly digest: string;
  readonly packages: readonly InstalledPackage[];
  readonly files: FilePack;
  readonly links?: readonly { readonly location: string; readonly target: string }[];
}

export interface CheckInput {
  readonly snapshot: readonly SnapshotEntry[];
  /** Configuration (tsconfig, package.json, formatter) is read from these. */
  readonly inputs: readonly SnapshotEntry[];
  readonly packageRoot: RepoPath | "";
}

/** A test that is judged by the type check alone. */
export interface TypeTest {
  readonly titles: readonly string[];
  readonly mode: "run" | "skip" | "only" | "todo";
  /** Type assertions that stand in it. */
  readonly assertions: number;
  readonly errors: readonly Diagnostic[];
}

export interface TypeTestFile {
  readonly path: RepoPath;
  /** False: the tsconfig does not include it, so nobody checked it. */
  readonly checked: boolean;
  readonly tests: readonly TypeTest[];
  /** Outside of its tests. */
  readonly errors: readonly Diagnostic[];
}

export interface TypeTestQuestion {
  /** Absolute, inside the sandbox; null: the package's own. */
  readonly tsconfig: string | null;
  readonly paths: readonly RepoPath[];
}

export type EngineRequest =
  | { readonly type: "start"; readonly libs: ArrayBuffer | null; readonly files: FilePack | null }
  | { readonly type: "dependencies"; readonly dependencies: PackedDependencies }
  | { readonly type: "blobs"; readonly blobs: readonly (readonly [oid: Oid, bytes: Uint8Array])[] }
  /** Gets no answer: what is asked next waits for it. */
  | { readonly type: "prepare"; readonly input: CheckInput }
  | { readonly type: "typecheck"; readonly id: number; readonly input: CheckInput }
  | { readonly type: "type-tests"; readonly id: number; readonly input: CheckInput; readonly question: TypeTestQuestion }
  | { readonly type: "format"; readonly id: number; readonly input: CheckInput; readonly paths: readonly RepoPath[] };

export type EngineReply =
  | { readonly type: "started"; readonly version: string }
  | { readonly type: "report"; readonly id: number; readonly report: unknown }
  | { readonly type: "failed"; readonly id: number | null; readonly message: string };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (raw: unknown): raw is Fields => typeof raw === "object" && raw !== null;
const MESSAGE_LIMIT = 4000;
const DIAGNOSTIC_LIMIT = 20_000;

function parseUnsupported(raw: unknown): Unsupported | null {
  if (!isFields(raw) || typeof raw["what"] !== "string" || typeof raw["advice"] !== "string" || typeof raw["affects"] !== "boolean")
    return null;
  const path = raw["path"] === undefined ? null : parseRepoPath(raw["path"]);
  return {
    what: raw["what"],
    advice: raw["advice"],
    affects: raw["affects"],
    ...(path?.ok === true ? { path: path.value } : {}),
  };
}

function parseDiagnostic(raw: unknown): Diagnostic | null {
  if (!isFields(raw) || typeof raw["code"] !== "number" || typeof raw["message"] !== "string") return null;
  const path = raw["path"] === undefined ? null : parseRepoPath(raw["path"]);
  if (path !== null && !path.ok) return null;
  return {
    ...(path === null ? {} : { path: path.value }),
    ...(typeof raw["line"] === "number" ? { line: raw["line"] } : {}),
    ...(typeof raw["column"] === "number" ? { column: raw["column"] } : {}),
    code: raw["code"],
    message: raw["message"].slice(0, MESSAGE_LIMIT),
  };
}

function parseAll<T>(raw: unknown, parse: (item: unknown) => T | null): readonly T[] | null {
  if (!Array.isArray(raw) || raw.length > DIAGNOSTIC_LIMIT) return null;
  const out: T[] = [];
  for (const item of raw) {
    const parsed = parse(item);
    if (parsed === null) return null;
    out.push(parsed);
  }
  return out;
}

/** `err` names the first part that is not as it should be; such a report is no evidence. */
export function parseTypecheckReport(raw: unknown): Result<TypecheckReport, string> {
  if (!isFields(raw)) return err("not an object");
  const typescript = raw["typescript"];
  if (!isFields(typescript) || typeof typescript["version"] !== "string") return err("typescript");
  const from = typescript["from"];
  if (from !== "repository" && from !== "fixgate") return err("typescript.from");
  if (typeof raw["applicable"] !== "boolean") return err("applicable");
  if (typeof raw["durationMs"] !== "number") return err("durationMs");
  const diagnostics = parseAll(raw["diagnostics"], parseDiagnostic);
  if (diagnostics === null) return err("diagnostics");
  const unsupported = parseAll(raw["unsupported"], parseUnsupported);
  if (unsupported === null) return err("unsupported");
  return ok({
    typescript: { version: typescript["version"], from },
    applicable: raw["applicable"],
    diagnostics,
    unsupported,
    durationMs: raw["durationMs"],
  });
}

function parseTypeTest(raw: unknown): TypeTest | null {
  if (!isFields(raw) || typeof raw["assertions"] !== "number" || !Array.isArray(raw["titles"])) return null;
  const titles = raw["titles"].filter((title) => typeof title === "string").map((title) => title.slice(0, MESSAGE_LIMIT));
  const mode = (["run", "skip", "only", "todo"] as const).find((known) => known === raw["mode"]);
  const errors = parseAll(raw["errors"], parseDiagnostic);
  return titles.length !== raw["titles"].length || mode === undefined || errors === null
    ? null
    : { titles, mode, assertions: raw["assertions"], errors };
}

/** `err` names the first part that is not as it should be. */
export function parseTypeTestReport(raw: unknown): Result<readonly TypeTestFile[], string> {
  const files = parseAll(raw, (item): TypeTestFile | null => {
    if (!isFields(item) || typeof item["checked"] !== "boolean") return null;
    const path = parseRepoPath(item["path"]);
    const tests = parseAll(item["tests"], parseTypeTest);
    const errors = parseAll(item["errors"], parseDiagnostic);
    return path.ok && tests !== null && errors !== null ? { path: path.value, checked: item["checked"], tests, errors } : null;
  });
  return files === null ? err("files") : ok(files);
}

export function parseFormatReport(raw: unknown): Result<FormatReport, string> {
  if (!isFields(raw)) return err("not an object");
  const formatter = raw["formatter"];
  const named =
    isFields(formatter) && typeof formatter["name"] === "string" && typeof formatter["version"] === "string"
      ? { name: formatter["name"], version: formatter["version"] }
      : null;
  if (formatter !== null && named === null) return err("formatter");
  const unformatted = parseAll(raw["unformatted"], (item) => {
    const path = parseRepoPath(item);
    return path.ok ? path.value : null;
  });
  if (unformatted === null) return err("unformatted");
  const unsupported = parseAll(raw["unsupported"], parseUnsupported);
  if (unsupported === null) return err("unsupported");
  return ok({ formatter: named, unformatted, unsupported });
}

/** Checkers that read more than TypeScript does, by the command that runs them. tsgo is TypeScript itself. */
const FOREIGN_CHECKERS = [
  "vue-tsc",
  "svelte-check",
  "astro check",
  "glint",
  "ngc",
  "ember-tsc",
  "marko-type-check",
  "tsgo",
] as const;

/** The ones that a repository's package scripts call. */
export function foreignCheckersIn(scripts: readonly string[]): readonly string[] {
  const called = (checker: string) => new RegExp(`(^|[\\s&|;/])${checker}($|[\\s&|;])`);
  return FOREIGN_CHECKERS.filter((checker) => scripts.some((script) => called(checker).test(script)));
}
