/** The things that every scene is about: a repository, its tickets, who answers and what runs. */
import type { TicketListing } from "../../src/app/fixgate.ts";
import type { OpenedRepository } from "../../src/app/ports/index.ts";
import type { RunId, RunSubject } from "../../src/core/run/index.ts";
import { oidOf, repoPathOf, type Oid, type SnapshotEntry } from "../../src/core/snapshot/index.ts";
import type { Ticket, TicketId } from "../../src/core/ticket/index.ts";

export const oid = (seed: string): Oid =>
  oidOf(
    Array.from(
      { length: 40 },
      (_, at) => "0123456789abcdef"[(seed.charCodeAt(at % seed.length) * 7 + at * at * 5 + at * 3) % 16] ?? "0",
    ).join(""),
  );
export const digest = (seed: string): string => `sha256:${oid(seed)}${oid(`${seed}.`).slice(0, 24)}`;
export const runIdOf = (raw: string): RunId => raw as RunId;
export const ticketIdOf = (raw: string): TicketId => raw as TicketId;

export const BASE = oid("base");
export const COMMIT = oid("commit");

const paths = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vitest.config.ts",
  "README.md",
  "src/index.ts",
  "src/ui/badge.tsx",
  "src/ui/board.tsx",
  "src/ui/dialog.tsx",
  "src/model/severity.ts",
  "src/model/scan.ts",
  "tests/badge.test.tsx",
  "tests/board.test.tsx",
  "tests/dialog.test.tsx",
  "tickets/AB-3.md",
  "tickets/AB-7.md",
];
const entries: readonly SnapshotEntry[] = paths.map((path, at) => ({
  path: repoPathOf(path),
  oid: oid(path),
  mode: "100644",
  size: 240 + ((at * 7919) % 9000),
}));

export const REPOSITORY: OpenedRepository = {
  source: "advisory-board",
  url: "demo:advisory-board",
  commit: COMMIT,
  ref: "main",
  snapshot: { oid: BASE, entries, submodules: [] },
  warnings: ["docs/logo.psd is an LFS pointer: its bytes are not here.", "vendor/charts is a submodule and was left out."],
};

export const TICKET: Ticket = {
  id: ticketIdOf("AB-7"),
  title: "Dialog prints UNKNOWN for an unmeasured severity",
  body: 'Open an advisory whose severity has not been measured yet. The dialog\'s title shows a badge that reads `UNKNOWN`.\n\nThat word is a value of ours, not something to tell a reader. Where nothing was measured, no badge should stand there at all:\n\n```tsx\n<Dialog advisory={{ id: "A-1", severity: null }} />\n```\n\nThe list beside it does it right already.',
  file: repoPathOf("src/ui/dialog.tsx"),
  line: 42,
  acceptance: [
    { kind: "prose", statement: "The dialog shows no badge for a severity that was not measured." },
    { kind: "prose", statement: "A measured severity is shown as before." },
    {
      kind: "must-not-match",
      statement: "The word UNKNOWN is not rendered by the dialog.",
      pattern: "UNKNOWN",
      paths: ["src/ui/**/*.tsx"],
      except: ["src/ui/legacy/**"],
    },
    { kind: "must-pass", statement: "The board's own test stays green.", test: "board > sorts by severity" },
  ],
  touches: [],
};

const other = (id: string, title: string, file: string, line: number): Ticket => ({
  id: ticketIdOf(id),
  title,
  body: "See the title.",
  file: repoPathOf(file),
  line,
  acceptance: [],
  touches: [],
});

export const LISTINGS: readonly TicketListing[] = [
  { ticket: TICKET, origin: "repository", warnings: [], lastRun: { run: runIdOf("r-stuck"), end: "stuck" } },
  {
    ticket: other("AB-3", "The flag must be raised when none of an item's scans ran", "src/model/scan.ts", 18),
    origin: "repository",
    warnings: [],
    lastRun: { run: runIdOf("r-verified"), end: "verified" },
  },
  {
    ticket: other("AB-9", "Board sorts unmeasured advisories first", "src/ui/board.tsx", 61),
    origin: "repository",
    warnings: [],
    lastRun: null,
  },
  {
    ticket: {
      ...other(
        "AB-12",
        "Retire the legacy badge and everything that still imports it from the barrel file",
        "src/ui/legacy-badge.tsx",
        1,
      ),
      touches: [repoPathOf("package.json")],
    },
    origin: "typed",
    warnings: ["src/ui/legacy-badge.tsx is not in this repository."],
    lastRun: null,
  },
];

const scripted = { backend: "scripted", model: "scripted replies", version: "advisory-board" } as const;
export const SUBJECT: RunSubject = {
  repository: { url: "demo:advisory-board", commit: COMMIT, ref: "main" },
  base: BASE,
  ticket: TICKET,
  models: { fixer: scripted, "test-writer": scripted, reviewer: scripted },
  sandbox: { kind: "embedded", engine: "Chromium 156", vitest: "4.1.12", typescript: "6.0.3" },
  budget: { attempts: 3, tokens: 60_000, wallMs: 900_000, mutants: 120 },
};
