/** From a kept attempt to what its receipt says. Nothing is added by hand: every line comes from evidence or a verdict. */
import { digestOf } from "../evidence/index.ts";
import { isVerified } from "../gate/judge.ts";
import type { AttemptRecord, ModelIdentity } from "../run/index.ts";
import { statementsOf } from "../ticket/index.ts";
import { notCheckedIn, quarantinedIn, type NotChecked } from "./not-checked.ts";
import { PREDICATE_TYPE, RECEIPT_VERSION, STATEMENT_TYPE, type ReceiptBody } from "./statement.ts";

export interface ReceiptInput {
  readonly record: AttemptRecord;
  /** `sha256:<hex>` of the exported patch; null where none was exported. */
  readonly patch: string | null;
  readonly dependencies: {
    readonly digest: string | null;
    readonly scriptsNotRun: readonly string[];
    readonly leftOut: readonly string[];
  };
  /** The gates' own cases, run just before. */
  readonly selfChecks: { readonly held: number; readonly total: number };
  /** What the app left out by its own decision (a gate that is off), with the reason. */
  readonly notChecked?: readonly NotChecked[];
}

export function receiptBody({ record, patch, dependencies, selfChecks, notChecked = [] }: ReceiptInput): ReceiptBody {
  const { subject, evidence, verdicts } = record;
  const { base, baseWithTests, fix, candidate } = evidence.snapshots;
  const of = (...outcomes: readonly string[]) =>
    verdicts.filter(({ verdict }) => outcomes.includes(verdict.outcome)).map(({ gate }) => gate);
  const models = Object.values(subject.models);
  const calibration = evidence.review?.value.calibration;
  const suites = [...evidence.baseline, ...evidence.baseWithTests, ...evidence.candidate];
  const { id, title, touches } = subject.ticket;
  const { packageRoot = "" } = subject;
  return {
    _type: STATEMENT_TYPE,
    subject: [
      { name: "base", digest: { gitTree: base } },
      { name: "result", digest: { gitTree: candidate } },
    ],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: isVerified(verdicts) && selfChecks.held === selfChecks.total ? "PASSED" : "FAILED",
      configuration: [
        { name: `ticket ${id}`, digest: { sha256: digestOf(subject.ticket).slice("sha256:".length) } },
        {
          name: `sandbox ${subject.sandbox.kind}`,
          annotations: { engine: subject.sandbox.engine, vitest: subject.sandbox.vitest, typescript: subject.sandbox.typescript },
        },
        ...(["fixer", "test-writer", "reviewer"] as const).map((role) => ({
          name: role,
          annotations: { ...subject.models[role] },
        })),
      ],
      passedTests: of("pass"),
      warnedTests: of("unknown", "not-applicable"),
      failedTests: of("fail"),
      fixgate: {
        version: RECEIPT_VERSION,
        repository: { ...subject.repository, packageRoot },
        ticket: {
          id,
          title,
          digest: digestOf(subject.ticket),
          statements: [...statementsOf(subject.ticket)],
          touches: [...touches],
        },
        trees: { base, baseWithTests, fix, candidate },
        patch,
        verdicts: verdicts.map(({ gate, gateVersion, verdict }) => ({
          gate,
          gateVersion,
          outcome: verdict.outcome,
          reason: verdict.reason,
          on: verdict.on,
          evidence: [...verdict.evidence],
        })),
        models: {
          fixer: model(subject.models.fixer),
          "test-writer": model(subject.models["test-writer"]),
          reviewer: model(subject.models.reviewer),
        },
        scripted: models.every((each) => each.backend === "scripted"),
        calibration:
          calibration?.kind === "done"
            ? {
                model: evidence.review?.value.model ?? "",
                right: calibration.right,
                total: calibration.total,
                date: calibration.date,
              }
            : null,
        sandbox: { ...subject.sandbox, notes: [...new Set(suites.flatMap((suite) => suite.value.notes))] },
        dependencies: {
          digest: dependencies.digest,
          scriptsNotRun: [...dependencies.scriptsNotRun],
          leftOut: [...dependencies.leftOut],
        },
        quarantined: quarantinedIn(evidence),
        notChecked: [
          ...notCheckedIn(evidence, verdicts),
          ...(packageRoot === ""
            ? []
            : [{ what: "other packages of the repository", reason: `${packageRoot} was picked: its suite and its types alone` }]),
          ...notChecked,
        ],
        survivors: (evidence.mutation?.value.mutants ?? [])
          .filter((mutant) => mutant.state === "survived")
          .map((mutant) => ({
            path: mutant.place.path,
            line: mutant.place.line,
            original: mutant.original,
            replacement: mutant.replacement,
          })),
        selfChecks,
      },
    },
  };
}

const model = ({ backend, model: name, version }: ModelIdentity) => ({ backend, model: name, version });
