/** Asks the repository's formatter about changed files; of those that it would change, it is asked on base as well. */
import type { FormatReport } from "../core/evidence/index.ts";
import { ok, type Result } from "../core/result.ts";
import type { RepoPath, SnapshotFiles } from "../core/snapshot/index.ts";
import type { SandboxError, SandboxSession } from "./ports/index.ts";

export async function measureFormat(
  changed: readonly RepoPath[],
  candidate: SandboxSession,
  base: { readonly files: SnapshotFiles; open(): Promise<Result<SandboxSession, SandboxError>> },
  signal: AbortSignal,
): Promise<Result<FormatReport, SandboxError>> {
  const report = await candidate.format(changed, { signal });
  if (!report.ok) return report;
  const known = new Set(base.files.entries.map(({ path }) => path));
  const unformatted = report.value.unformatted.filter((path) => known.has(path));
  if (unformatted.length === 0) return report;
  const opened = await base.open();
  if (!opened.ok) return opened;
  const before = await opened.value.format(unformatted, { signal });
  return before.ok ? ok({ ...report.value, unformattedOnBase: before.value.unformatted }) : before;
}
