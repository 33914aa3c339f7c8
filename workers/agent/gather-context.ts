/** Reads, through the workspace, what a role is shown. Few files on purpose: each read is an event that a person sees. */
import {
  estimateTokens,
  publicSignatures,
  rankPaths,
  relativeImports,
  testsNear,
  type PromptBudget,
  type ShownFile,
} from "../../src/core/role/index.ts";
import type { RepoPath } from "../../src/core/snapshot/index.ts";
import type { Ticket } from "../../src/core/ticket/index.ts";
import { isTestPath } from "../../src/core/write-mask/index.ts";
import type { Workspace } from "../../src/protocol/workspace.ts";

const RANKED = 4;
const IMPORTED = 3;
const EXAMPLES = 2;

export async function fixerContext(ticket: Ticket, workspace: Workspace, budget: PromptBudget): Promise<readonly ShownFile[]> {
  const paths = await workspace.list();
  const sources = paths.filter((path) => !isTestPath(path) || path === ticket.file);
  const ranked = rankPaths(ticket, sources);
  const first =
    ranked.length > 0 ? ranked.slice(0, RANKED) : sources.filter((path) => /^src\/.*\.[cm]?[jt]sx?$/.test(path)).slice(0, RANKED);
  const shown: ShownFile[] = [];
  let spent = 0;
  const show = async (path: RepoPath): Promise<string | null> => {
    if (shown.some((file) => file.path === path) || spent >= budget.code) return null;
    const read = await workspace.read(path);
    if (!read.ok) return null;
    spent += estimateTokens(read.value);
    shown.push({ path, text: read.value, focus: focusOf(ticket, path, read.value) });
    return read.value;
  };
  const [leading, ...others] = first;
  if (leading === undefined) return shown;
  const text = await show(leading);
  const imported = text === null ? [] : relativeImports(leading, text, sources).slice(0, IMPORTED);
  // What the ticket names comes before what its file imports.
  for (const path of [...others, ...imported]) await show(path);
  return shown;
}

/** Of the base alone: the workspace of a test-writer holds nothing else. */
export async function testWriterContext(
  ticket: Ticket,
  changedPaths: readonly RepoPath[],
  workspace: Workspace,
): Promise<{ readonly signatures: readonly ShownFile[]; readonly examples: readonly ShownFile[] }> {
  const paths = await workspace.list();
  const known = new Set(paths);
  const subjects = [...new Set([...changedPaths, ...(ticket.file === undefined ? [] : [ticket.file])])].filter(
    (path) => known.has(path) && !isTestPath(path),
  );
  const signatures: ShownFile[] = [];
  for (const path of subjects.slice(0, RANKED)) {
    const read = await workspace.read(path);
    const text = read.ok ? publicSignatures(read.value) : "";
    if (text !== "") signatures.push({ path, text });
  }
  const examples: ShownFile[] = [];
  const tests = paths.filter((path) => isTestPath(path) && /\.(?:test|spec)\./.test(path));
  for (const path of testsNear(subjects, tests).slice(0, EXAMPLES)) {
    const read = await workspace.read(path);
    if (read.ok) examples.push({ path, text: read.value });
  }
  return { signatures, examples };
}

/** The ticket's line, or the lines that hold an identifier which the ticket writes in code form. */
function focusOf(ticket: Ticket, path: RepoPath, text: string): readonly number[] {
  if (path === ticket.file && ticket.line !== undefined) return [ticket.line];
  const said = `${ticket.title}\n${ticket.body}`;
  const names = new Set([
    ...[...said.matchAll(/`([\w$.]{3,40})`/g)].map((match) => match[1] ?? ""),
    ...[...said.matchAll(/\b[a-z]+[A-Z]\w*\b/g)].map((match) => match[0]),
  ]);
  if (names.size === 0) return [];
  return text
    .split("\n")
    .flatMap((line, index) => ([...names].some((name) => line.includes(name)) ? [index + 1] : []))
    .slice(0, 6);
}
