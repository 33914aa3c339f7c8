/** Evidence beside the suite's: type check, inspection of the change, mutants, ablation, acceptance, format, review, export. */
import type { Change } from "../change-set/index.ts";
import type { Oid, RepoPath } from "../snapshot/index.ts";
import type { Role, WritingRole } from "../role/index.ts";
import type { TestId, Unsupported } from "./suite-report.ts";

/** TypeScript's own word. `line` and `column` 1-based. */
export interface Diagnostic {
  readonly path?: RepoPath;
  readonly line?: number;
  readonly column?: number;
  readonly code: number;
  readonly message: string;
}

export interface TypecheckReport {
  readonly typescript: { readonly version: string; readonly from: "repository" | "fixgate" };
  /** False: the repository has no TypeScript to check. */
  readonly applicable: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly unsupported: readonly Unsupported[];
  readonly durationMs: number;
}

/** An attempt to write outside the mask. It changed nothing. The reviewer may try, too. */
export interface DeniedWrite {
  readonly role: Role;
  readonly operation: "write" | "remove" | "rename";
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/**
 * One fact about the lines that a change added or removed, read from the syntax tree (TypeScript's parser).
 * The inspector states facts; gates decide which of them matter for which role.
 */
export interface InspectionFact {
  readonly kind: InspectionKind;
  readonly role: WritingRole;
  readonly path: RepoPath;
  /** 1-based, in the file after the change (before it, for `removed-*`). */
  readonly line: number;
  /** The source text concerned, first 200 characters. */
  readonly text: string;
  /** Titles of the test that it stands in, joined by ` > `, where that can be told. Lets a gate ask what that very test did. */
  readonly test?: string;
}
/** The text of an `any-added` fact where the file was written with `any` before: its own manner, not a hole that the fix tore. */
export const AS_ELSEWHERE = "any, as elsewhere in this file";

export type InspectionKind =
  | "any-added"
  | "suppression-added" // comments that silence tsc (ts-ignore, ts-expect-error, ts-nocheck), eslint-disable, biome-ignore, prettier-ignore
  | "type-assertion-added" // `as unknown as T`, non-null `!`
  | "option-loosened" // a tsconfig that asks less than it did
  | "test-skipped" // skip, todo, skipIf, xit, fails
  | "test-focused" // only, fit
  | "test-removed"
  | "table-test" // it.each(…)("title", …): text is the title, with its placeholders
  | "assertion-removed"
  | "assertion-weakened"
  | "empty-catch"
  | "error-swallowed" // catch that drops the error and returns or continues
  | "environment-branch" // process.env.NODE_ENV/VITEST, import.meta.env/vitest, `typeof describe`, stack inspection
  | "runner-global" // __vitest_worker__, expect's symbols, globalThis.expect, getState …
  | "intrinsic-write" // Array.prototype.push = …, Object.defineProperty(Map.prototype …)
  | "global-write" // globalThis.setTimeout = …, Date.now = …
  | "process-exit"
  | "network" // fetch, XMLHttpRequest, WebSocket, http
  | "child-process"
  | "file-write"
  | "git-history" // reads .git, runs git
  | "test-only-mode" // vi., jest., `import.meta.vitest` in source
  | "mocked-module" // vi.mock(path): text is the resolved path or specifier
  | "source-text-read" // a test that reads source as text (?raw, readFileSync of a source file)
  | "tautology" // expect(x).toBe(x), expect(true).toBe(true) …
  | "no-assertion"
  | "assertion-caught" // an expect inside try whose catch swallows
  | "assertion-library" // asserts by node:assert, chai or throws of its own: expect's counter stays at 0
  | "literal-special-case" // branch on a literal that stands in the ticket or in the new test
  | "call-counter" // behaviour that depends on a module-level counter
  | "clock-or-randomness" // Date.now, Math.random … added
  | "snapshot-written"
  | "stub" // throw "not implemented", empty body, constant return
  | "generated-or-vendored"
  | "name-collision"
  | "import-unresolved";

export interface InspectionReport {
  readonly facts: readonly InspectionFact[];
  /** Changed files that could not be parsed, with the reason. */
  readonly unparsed: readonly { readonly path: RepoPath; readonly reason: string }[];
}

/** A change set of one role, as it stands in the evidence. */
export interface RoleChanges {
  readonly role: WritingRole;
  readonly base: Oid;
  readonly result: Oid;
  readonly changes: readonly Change[];
}

export interface SourcePlace {
  readonly path: RepoPath;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** An input on which candidate and mutant were seen to differ. Values printed as source text, shrunk. */
export interface Witness {
  readonly call: string;
  readonly candidate: string;
  readonly mutant: string;
  readonly base?: string;
  /** The suite itself ran this very input. */
  readonly ranBySuite: boolean;
}

export interface MutantReport {
  readonly id: string;
  /** StrykerJS's operator name, or one of ours: `NullishCoalescing`, `StatementRemoval`, `NumberStep`, `AwaitRemoval`, `SomeEvery`. */
  readonly operator: string;
  readonly place: SourcePlace;
  readonly original: string;
  readonly replacement: string;
  /** Its node overlaps a token that the change touched. */
  readonly onChangedToken: boolean;
  /** `timeout` is counted apart, `invalid`: it does not compile or type-check, `not-run`: budget. */
  readonly state: "killed" | "survived" | "timeout" | "not-covered" | "invalid" | "not-run";
  readonly killedBy: readonly TestId[];
  readonly witness?: Witness;
}

export interface MutationReport {
  readonly mutants: readonly MutantReport[];
  /** Nothing of the change can be mutated: a deletion, a type. */
  readonly nothingToMutate: boolean;
  readonly seed: number;
  readonly budget: { readonly mutants: number; readonly programs: number };
  readonly unsupported: readonly Unsupported[];
  /** Calls that the fix answers as it should once, and as base did when they are made again. `mutant` is the second answer. */
  readonly usedUp?: readonly (Witness & { readonly path: RepoPath })[];
}

export interface AblatedHunk {
  readonly path: RepoPath;
  readonly line: number;
  readonly text: string;
  readonly neededBy: "test" | "typecheck" | "nothing" | "unknown";
}
export interface AblationReport {
  readonly hunks: readonly AblatedHunk[];
}

export interface AcceptanceReport {
  readonly statements: readonly {
    readonly statement: string;
    readonly outcome: "met" | "unmet" | "unknown" | "for-review";
    /** Where a must-not-match was found, or what is missing. */
    readonly places: readonly { readonly path: RepoPath; readonly line: number; readonly text: string }[];
    readonly reason: string;
  }[];
}

export interface FormatReport {
  readonly formatter: { readonly name: string; readonly version: string } | null;
  readonly unformatted: readonly RepoPath[];
  /** Of these, the ones that base held in no better form. */
  readonly unformattedOnBase?: readonly RepoPath[];
  readonly unsupported: readonly Unsupported[];
}

/** The reviewer's reply as it came, and who said it. Reading it is the review gate's work. */
export interface ReviewReport {
  readonly reply: string;
  readonly model: string;
  readonly sameModelAsFixer: boolean;
  readonly calibration:
    | { readonly kind: "not-needed"; readonly reason: string }
    | { readonly kind: "missing" }
    | { readonly kind: "done"; readonly right: number; readonly total: number; readonly date: string };
}

export interface ExportReport {
  /** Tree oid after applying the exported patch to a fresh checkout of base. */
  readonly applied: Oid | null;
  readonly reason: string;
}
