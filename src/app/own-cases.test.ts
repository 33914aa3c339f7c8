import { describe, expect, it } from "vitest";
import { attempt, honest } from "../core/gate/cases/honest-attempt.ts";
import { isVerified, judgeAll, SELF_CHECKS } from "../core/gate/index.ts";
import { parseReceipt, receiptBody, sealReceipt, type Signer } from "../core/receipt/index.ts";
import { attemptRecord } from "../core/run/attempt-record.fixture.ts";
import { believed, onlyOwnCasesMissed, runSelfChecks, type OwnCases } from "./own-cases.ts";

const cases = runSelfChecks();
/** As if the suite gate had become blind to a test that is gone. */
const blind: OwnCases = cases.map((each) => (each.gate === "suite" && each.rule === "SU1" ? { ...each, held: false } : each));

describe("a gate that does not hold its own cases", () => {
  it("is not met today, and an honest attempt is verified", () => {
    expect(cases.filter(({ held }) => !held)).toEqual([]);
    expect(believed(judgeAll(honest), cases)).toEqual(judgeAll(honest));
    expect(onlyOwnCasesMissed(believed(judgeAll(honest), cases), cases)).toBeNull();
  });

  it("passes nothing: its verdict is unknown and names the case", () => {
    const verdicts = believed(judgeAll(honest), blind);
    expect(isVerified(verdicts)).toBe(false);
    expect(verdicts.filter(({ verdict }) => verdict.outcome === "unknown").map(({ gate }) => gate)).toEqual(["suite"]);
    expect(verdicts.find(({ gate }) => gate === "suite")?.verdict.reason).toContain(
      'the gate suite does not hold its own case SU1 "an old test is gone" (must refuse)',
    );
  });

  it("ends the run, since no other attempt could change it", () => {
    expect(onlyOwnCasesMissed(believed(judgeAll(honest), blind), blind)).toContain("SU1");
    const unseen = attempt({ typecheckCandidate: undefined });
    expect(onlyOwnCasesMissed(believed(judgeAll(unseen), blind), blind)).toBeNull();
  });

  it("keeps what it refuses", () => {
    const evidence = SELF_CHECKS.find(
      (each) => each.gate === "suite" && each.rule === "SU3" && each.expects === "refuse",
    )?.evidence;
    const verdict = believed(judgeAll(evidence ?? honest), blind).find(({ gate }) => gate === "suite")?.verdict;
    expect(verdict?.outcome).toBe("fail");
    expect(verdict?.findings.map(({ rule }) => rule)).toContain("SU3");
  });

  it.each([
    ["believed", believed(judgeAll(honest), blind)],
    ["as the gates said it", judgeAll(honest)],
  ])("seals a receipt that claims nothing, its verdicts %s", async (_how, verdicts) => {
    const body = receiptBody({
      record: attemptRecord(honest, { verdicts }),
      patch: null,
      dependencies: { digest: null, scriptsNotRun: [], leftOut: [] },
      selfChecks: { held: blind.filter(({ held }) => held).length, total: blind.length },
    });
    const sign: Signer = {
      keyid: "sha256:key",
      algorithm: "none",
      publicKey: "AA==",
      sign: () => Promise.resolve(new Uint8Array(1)),
    };
    const envelope = await sealReceipt(body, { now: 1_750_000_000_000, sign });
    const read = parseReceipt(JSON.parse(Buffer.from(envelope.payload, "base64").toString("utf8")));
    expect(read).toMatchObject({ ok: true, value: { predicate: { result: "FAILED" } } });
  });
});
