/**
 * A file that went and came back under another name is one file: what was changed in it is looked at, not all of it. Git
 * keeps no renames; like `git diff -M` this takes two texts of which at least half the lines are the same.
 */
import type { ChangeSet } from "../../core/change-set/index.ts";
import type { WritingRole } from "../../core/role/index.ts";
import type { SnapshotFiles } from "../../core/snapshot/index.ts";
import { changedTexts } from "../../app/diff-text.ts";
import type { ChangedText } from "../../protocol/analysis.ts";

const ALIKE = 0.5;

export function analysedTexts(
  role: WritingRole,
  set: ChangeSet,
  before: SnapshotFiles,
  after: SnapshotFiles,
): readonly ChangedText[] {
  return withRenames(changedTexts(role, set, before, after));
}

/** Where a text stands for a renamed file, `before` is what its old name held, and the old name is left out. */
export function withRenames(texts: readonly ChangedText[]): readonly ChangedText[] {
  const gone = texts.filter((text) => text.before !== null && text.after === null);
  const taken = new Set<ChangedText>();
  const paired = texts.map((text) => {
    if (text.before !== null || text.after === null) return text;
    let best: ChangedText | null = null;
    let bestLikeness = ALIKE;
    for (const old of gone) {
      const likeness = taken.has(old) ? 0 : likenessOf(old.before ?? "", text.after);
      if (likeness >= bestLikeness) [best, bestLikeness] = [old, likeness];
    }
    if (best === null) return text;
    taken.add(best);
    return { ...text, before: best.before };
  });
  return paired.filter((text) => !taken.has(text));
}

/** Share of lines, blank ones aside, that both have. */
function likenessOf(a: string, b: string): number {
  const lines = (text: string): string[] =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const [ofA, ofB] = [lines(a), lines(b)];
  const left = new Map<string, number>();
  for (const line of ofA) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of ofB) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    common++;
  }
  return Math.max(ofA.length, ofB.length) === 0 ? 0 : common / Math.max(ofA.length, ofB.length);
}
