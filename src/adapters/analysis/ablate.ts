/** The fix with one hunk left out, each a git tree of its own: what no test and no type needs is shown. */
import { structuredPatch, applyPatch, type StructuredPatch } from "diff";
import type { AnalysisError, ExperimentInput } from "../../app/ports/index.ts";
import { analysedTexts } from "./renamed-texts.ts";
import type { AblatedHunk, AblationReport, TypecheckReport } from "../../core/evidence/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Oid, RepoPath } from "../../core/snapshot/index.ts";
import { createExperiment, filesThatCanNotice } from "./experiment.ts";
import type { AskAnalysis } from "./worker-client.ts";

interface Hunk {
  readonly path: RepoPath;
  readonly line: number;
  readonly text: string;
  /** The file without this hunk; null: the file would not be there; undefined: it can't be left out by itself. */
  readonly without: string | null | undefined;
}

export async function ablate(input: ExperimentInput, ask: AskAnalysis): Promise<Result<AblationReport, AnalysisError>> {
  const { signal, candidate } = input;
  const hunks = analysedTexts("fixer", input.fix, input.base, candidate).flatMap((text) =>
    hunksOf(text.path, text.before, text.after),
  );
  // One hunk is the whole fix: that it is needed is what fails-without-fix shows.
  if (hunks.length <= 1)
    return ok({ hunks: hunks.map((hunk) => ({ path: hunk.path, line: hunk.line, text: hunk.text, neededBy: "test" as const })) });

  const testFiles = filesThatCanNotice(input.suite);
  const reached = await ask(signal, "following imports", (api) =>
    api.reach(
      candidate,
      input.fix.changes.map((change) => change.path),
      testFiles,
    ),
  );
  if (!reached.ok) return reached;
  const experiment = createExperiment(input);
  const onCandidate = await diagnosticsOf(input, candidate.oid);
  const results: AblatedHunk[] = [];
  for (const hunk of hunks) {
    if (signal.aborted) return err({ kind: "cancelled" });
    const { path, line, text } = hunk;
    if (hunk.without === undefined) {
      results.push({ path, line, text, neededBy: "unknown" });
      continue;
    }
    const tree = await input.git.overlay(candidate.oid, [
      { path, bytes: hunk.without === null ? null : new TextEncoder().encode(hunk.without) },
    ]);
    const noticed = await experiment.run(tree, reached.value);
    let neededBy: AblatedHunk["neededBy"] = "unknown";
    if (noticed.ok && (noticed.value.by.length > 0 || noticed.value.timedOut)) neededBy = "test";
    else if (noticed.ok) {
      const without = await diagnosticsOf(input, tree);
      if (without !== null && onCandidate !== null) neededBy = without > onCandidate ? "typecheck" : "nothing";
    } else if (noticed.error.kind === "cancelled") return err({ kind: "cancelled" });
    results.push({ path, line, text, neededBy });
    input.onProgress(results.length, hunks.length);
  }
  return ok({ hunks: results });
}

function hunksOf(path: RepoPath, before: string | null, after: string | null): readonly Hunk[] {
  if (before === null && after === null) return [];
  if (before === null) return [{ path, line: 1, text: (after ?? "").slice(0, 400), without: null }];
  if (after === null) return [{ path, line: 1, text: `delete ${path}`, without: before }];
  const patch = structuredPatch(path, path, before, after, undefined, undefined, { context: 0 });
  return patch.hunks.map((hunk, index) => {
    const others: StructuredPatch = { ...patch, hunks: patch.hunks.filter((_, each) => each !== index) };
    const without = applyPatch(before, others);
    const text = hunk.lines.join("\n").slice(0, 400);
    return { path, line: hunk.newStart, text, without: without === false ? undefined : without };
  });
}

async function diagnosticsOf(input: ExperimentInput, tree: Oid): Promise<number | null> {
  const opened = await input.sandbox.open({
    snapshot: await input.git.files(tree),
    inputs: input.inputs,
    dependencies: input.dependencies,
    packageRoot: input.packageRoot,
    signal: input.signal,
  });
  if (!opened.ok) return null;
  const report: Result<TypecheckReport, unknown> = await opened.value.typecheck({ signal: input.signal });
  return report.ok && report.value.unsupported.every((each) => !each.affects) ? report.value.diagnostics.length : null;
}
