/** The same gates, on what native Vitest and tsc say in clean folders. No browser and none of our servers takes part. */
import { createNodeSandbox } from "../../adapters/sandbox/node/index.ts";
import type { Dependencies, OpenSandbox, SandboxSession } from "../../app/ports/index.ts";
import { seal, type AttemptEvidence, type Sealed, type SuiteReport, type TypecheckReport } from "../../core/evidence/index.ts";
import { judgeAll, type GateId, type GateVerdict } from "../../core/gate/index.ts";
import { repoPathOf, type RepoPath, type SnapshotFiles } from "../../core/snapshot/index.ts";
import type { ReceiptDetails } from "../../core/receipt/index.ts";
import type { TicketId } from "../../core/ticket/index.ts";
import { createGitEngine } from "../../../workers/git/engine.ts";
import { inspect } from "../../../workers/analysis/inspect/inspect.ts";
import type { Checkout } from "./base-checkout.ts";

/** What a native run can say again. The others need a model, the embedded sandbox's eyes, or the ticket's own text. */
export const REPEATED: readonly GateId[] = ["scope", "baseline", "fails-without-fix", "passes-with-fix", "suite", "typecheck"];

const DEADLINE_MS = 300_000;
const SEEDS = [11, 23, 37] as const;
const NO_DEPENDENCIES: Dependencies = {
  digest: `sha256:${"0".repeat(64)}`,
  packages: [],
  files: { index: [], blob: new Blob([]) },
  leftOut: [],
  scriptsNotRun: [],
  source: { kind: "none", name: "" },
};

export async function nativeVerdicts(
  checkout: Checkout,
  receipt: ReceiptDetails,
  nodeModules: string,
  say: (line: string) => void,
): Promise<readonly GateVerdict[]> {
  const signal = new AbortController().signal;
  const root = receipt.repository.packageRoot;
  const packageRoot = root === "" ? root : repoPathOf(root);
  const engine = createGitEngine();
  const sandbox = await createNodeSandbox({ nodeModules });
  try {
    const files = async (tree: string): Promise<SnapshotFiles> => {
      const opened = await engine.open(
        { kind: "archive", name: "tree.bundle", format: "bundle", blob: new Blob([checkout.bundle(tree)]) },
        { signal, onProgress: () => undefined, token: null },
      );
      if (!opened.ok) throw new Error(`git's own bundle can't be read: ${opened.error.kind}`);
      return engine.files(opened.value.snapshot.oid);
    };
    const [base, tests, candidate] = [
      await files(checkout.trees.base),
      await files(checkout.trees.baseWithTests),
      await files(checkout.trees.candidate),
    ];
    const inputs = receipt.ticket.touches.length > 0 ? candidate : base;
    const open = async (snapshot: SnapshotFiles, from: OpenSandbox["inputs"]): Promise<SandboxSession> => {
      const opened = await sandbox.open({ snapshot, inputs: from, dependencies: NO_DEPENDENCIES, packageRoot, signal });
      if (!opened.ok)
        throw new Error(opened.error.kind === "cancelled" ? "cancelled" : `${opened.error.message} ${opened.error.advice}`);
      return opened.value;
    };
    const suite = async (
      snapshot: SnapshotFiles,
      from: SnapshotFiles,
      options: { files?: readonly RepoPath[]; shuffleSeed?: number },
    ): Promise<Sealed<SuiteReport>[]> => {
      const session = await open(snapshot, from);
      const report = await session.suite({ ...options, fileDeadlineMs: DEADLINE_MS, signal });
      await session.dispose();
      return report.ok ? [seal(report.value, snapshot.oid, 0)] : [];
    };
    const types = async (snapshot: SnapshotFiles, from: SnapshotFiles): Promise<Sealed<TypecheckReport> | undefined> => {
      const session = await open(snapshot, from);
      const report = await session.typecheck({ signal });
      await session.dispose();
      return report.ok ? seal(report.value, snapshot.oid, 0) : undefined;
    };

    say("native suite on base, twice");
    const baseline = [...(await suite(base, base, {})), ...(await suite(base, base, { shuffleSeed: 7 }))];
    const known = new Set(baseline[0]?.value.files.map((file) => file.path) ?? []);
    const written = checkout.changed
      .filter((change) => change.side === "test-writer" && change.after !== null)
      .map((change) => repoPathOf(change.path));
    const areTests =
      written.length > 0 && written.every((path) => known.has(path) || /\.(test|spec|test-d)\.[cm]?[jt]sx?$/.test(path));
    const only = areTests ? { files: written } : {};
    say("native suite on base with the new tests");
    const baseWithTests = await suite(tests, base, only);
    say("native suite on the candidate, then the new tests three times, shuffled");
    const runs = await suite(candidate, inputs, {});
    for (const shuffleSeed of SEEDS) runs.push(...(await suite(candidate, inputs, { ...only, shuffleSeed })));
    say("native type check of base, of base with the tests, of the candidate");
    const [typecheckBase, typecheckTests, typecheckCandidate] = [
      await types(base, base),
      await types(tests, base),
      await types(candidate, inputs),
    ];

    const fix = await engine.diff(tests.oid, candidate.oid);
    const byTests = await engine.diff(base.oid, tests.oid);
    const facts = inspect(
      checkout.changed.map(({ path, side, before, after }) => ({ path: repoPathOf(path), role: side, before, after })),
      receipt.ticket.title,
    );
    const evidence: AttemptEvidence = {
      ticket: {
        id: receipt.ticket.id as TicketId,
        title: receipt.ticket.title,
        body: "",
        acceptance: [],
        touches: receipt.ticket.touches.map(repoPathOf),
      },
      snapshots: { base: base.oid, baseWithTests: tests.oid, fix: candidate.oid, candidate: candidate.oid },
      fix: { role: "fixer", base: base.oid, result: candidate.oid, changes: fix.changes },
      tests: { role: "test-writer", base: base.oid, result: tests.oid, changes: byTests.changes },
      denied: [],
      inspection: seal(facts, candidate.oid, 0),
      baseline,
      baseWithTests,
      candidate: runs,
      missing: [],
      ...(typecheckBase ? { typecheckBase } : {}),
      ...(typecheckTests ? { typecheckBaseWithTests: typecheckTests } : {}),
      ...(typecheckCandidate ? { typecheckCandidate } : {}),
    };
    return judgeAll(evidence).filter(({ gate }) => REPEATED.includes(gate));
  } finally {
    await sandbox.dispose();
  }
}
