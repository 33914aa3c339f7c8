import fc from "fast-check";
import { webcrypto } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import {
  approval,
  attempt,
  baselineRuns,
  fileOf,
  honest,
  oids,
  oldTests,
  onBase,
  red,
  reviewOf,
  ticket,
  testOf,
} from "../gate/cases/honest-attempt.ts";
import { judgeAll } from "../gate/judge.ts";
import { attemptRecord } from "../run/attempt-record.fixture.ts";
import type { AttemptRecord } from "../run/index.ts";
import { repoPathOf } from "../snapshot/index.ts";
import {
  fromBase64,
  parseReceipt,
  preAuthEncoding,
  receiptBody,
  sealReceipt,
  toBase64,
  verifyEnvelope,
  type Envelope,
  type Receipt,
  type Signer,
  type Verify,
} from "./index.ts";

const recordOf = (evidence = honest): AttemptRecord => {
  const record = attemptRecord(evidence);
  const repository = { url: "https://github.com/example/lockbox", commit: null, ref: "main" };
  return { ...record, subject: { ...record.subject, repository, base: oids.base } };
};
const bodyOf = (evidence = honest, record = recordOf(evidence)) =>
  receiptBody({
    record,
    patch: `sha256:${"a".repeat(64)}`,
    dependencies: {
      digest: `sha256:${"e".repeat(64)}`,
      scriptsNotRun: ["esbuild 0.28.2"],
      leftOut: ["fsevents: for another system"],
    },
    selfChecks: { held: 2, total: 2 },
  });
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const still: Signer = {
  keyid: "sha256:key",
  algorithm: "none",
  publicKey: "AA==",
  sign: () => Promise.resolve(Uint8Array.of(1, 2, 3)),
};
const payloadOf = (envelope: Envelope): string => Buffer.from(envelope.payload, "base64").toString();

let signer: Signer;
let verify: Verify;
beforeAll(async () => {
  const { subtle } = webcrypto;
  const pair = await subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const spki = new Uint8Array(await subtle.exportKey("spki", pair.publicKey));
  const hash = { name: "ECDSA", hash: "SHA-256" };
  signer = {
    keyid: "sha256:test",
    algorithm: "ECDSA-P256-SHA256",
    publicKey: toBase64(spki),
    sign: async (bytes) => new Uint8Array(await subtle.sign(hash, pair.privateKey, bytes)),
  };
  verify = async (bytes, signature, { publicKey }) => {
    const key = await subtle.importKey(
      "spki",
      fromBase64(publicKey) as Uint8Array<ArrayBuffer>,
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["verify"],
    );
    return subtle.verify(hash, key, signature, bytes);
  };
});

describe("the bytes of a receipt", () => {
  it("are a golden file", async () => {
    const golden = new URL("./receipt.golden.txt", import.meta.url);
    // The form is what is golden, not the words of each gate.
    const verdicts = judgeAll(honest).map((each) => ({
      ...each,
      verdict: { ...each.verdict, reason: `${each.gate} was judged`, evidence: each.verdict.evidence.slice(0, 1) },
    }));
    const bytes = payloadOf(await sealReceipt(bodyOf(honest, { ...recordOf(), verdicts }), { now: NOW, sign: still }));
    if (!existsSync(golden) && process.env.UPDATE_GOLDEN === "1") writeFileSync(golden, bytes);
    expect(bytes).toBe(readFileSync(golden, "utf8"));
  });

  it("fit receipt.schema.json", async () => {
    const schema = JSON.parse(readFileSync(new URL("./receipt.schema.json", import.meta.url), "utf8")) as Schema;
    const receipt: unknown = JSON.parse(payloadOf(await sealReceipt(bodyOf(), { now: NOW, sign: still })));
    expect(problems(schema, schema, receipt)).toEqual([]);
    expect(problems(schema, schema, { ...(receipt as object), more: 1 })).not.toEqual([]);
    const worse = structuredClone(receipt) as { predicate: { fixgate: { verdicts: { outcome: string }[] } } };
    for (const verdict of worse.predicate.fixgate.verdicts) verdict.outcome = "fine";
    expect(problems(schema, schema, worse)).not.toEqual([]);
  });

  it("are what DSSE signs", () => {
    expect(Buffer.from(preAuthEncoding("http://example.com/HelloWorld", Buffer.from("hello world"))).toString()).toBe(
      "DSSEv1 29 http://example.com/HelloWorld 11 hello world",
    );
    // Lengths are of bytes, not of characters.
    expect(Buffer.from(preAuthEncoding("t", Buffer.from("é"))).toString()).toBe("DSSEv1 1 t 2 é");
  });

  it("base64 is read in one form only", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      }),
    );
    for (const text of ["A", "AB==", "AA=", "A A=", "AA==\n", "AA-_"]) expect(fromBase64(text), text).toBeNull();
  });
});

describe("what a receipt says", () => {
  it("a verified attempt passed, and what did not apply is not a pass", () => {
    const { predicate, subject } = bodyOf();
    expect(predicate.result).toBe("PASSED");
    expect(subject.map((each) => [each.name, each.digest.gitTree])).toEqual([
      ["base", oids.base],
      ["result", oids.candidate],
    ]);
    expect(predicate.warnedTests).toEqual(["acceptance"]);
    expect(predicate.fixgate.scripted).toBe(true);
  });

  it("names what was not checked, each with its reason", () => {
    const evidence = attempt({ mutation: undefined, missing: [{ piece: "mutation", reason: "budget" }] });
    const { predicate } = bodyOf(evidence);
    expect(predicate.result).toBe("FAILED");
    expect(predicate.fixgate.notChecked).toEqual([
      { what: "mutation", reason: "no mutants: budget" },
      { what: "acceptance", reason: "the ticket has no statement that a machine could look up" },
      { what: "mutants", reason: "budget" },
      { what: "a model's judgement", reason: "scripted replies" },
    ]);
  });

  it("names quarantined tests and lifted paths", () => {
    const evidence = attempt({
      ticket: { ...ticket, touches: [repoPathOf("tsconfig.json")] },
      baseline: [onBase([fileOf([...oldTests(), testOf("sometimes")])]), onBase([fileOf([...oldTests(), red("sometimes")])], 7)],
    });
    const { fixgate } = bodyOf(evidence).predicate;
    expect(fixgate.quarantined).toEqual([{ test: "tests/lock.test.ts > sometimes", reason: "pass, then fail" }]);
    expect(fixgate.ticket.touches).toEqual(["tsconfig.json"]);
  });

  it("names the reviewer's calibration by model, score and date, and it is the reviewer's", async () => {
    const calibration = { kind: "done" as const, right: 11, total: 12, date: "2026-01-02" };
    const evidence = attempt({ review: reviewOf(approval(), { model: "web-llm:reviewer", calibration }) });
    const record = recordOf(evidence);
    const models = {
      fixer: { backend: "web-llm", model: "fixer", version: "1" },
      "test-writer": { backend: "web-llm", model: "tester", version: "1" },
      reviewer: { backend: "web-llm", model: "reviewer", version: "1" },
    } as const;
    const body = bodyOf(evidence, { ...record, subject: { ...record.subject, models } });
    expect(body.predicate.fixgate.calibration).toEqual({ model: "web-llm:reviewer", right: 11, total: 12, date: "2026-01-02" });
    expect(body.predicate.fixgate.scripted).toBe(false);
    expect(body.predicate.fixgate.notChecked.map(({ what }) => what)).not.toContain("a model's judgement");
    // As a reader of the sealed file finds it.
    const read = await verifyEnvelope(JSON.parse(JSON.stringify(await sealReceipt(body, { now: NOW, sign: signer }))), verify);
    expect(read.ok && read.value.predicate.fixgate.calibration).toEqual(body.predicate.fixgate.calibration);
  });

  it.each([
    ["a scripted reply needs none", reviewOf(approval())],
    ["a model without one", reviewOf(approval(), { model: "web-llm:small", calibration: { kind: "missing" } })],
    ["no review at all", undefined],
  ])("claims no calibration: %s", (_why, review) => {
    expect(bodyOf(attempt({ review })).predicate.fixgate.calibration).toBeNull();
  });

  it("says of a model that was not calibrated that its word was not checked, and does not pass", () => {
    const evidence = attempt({ review: reviewOf(approval(), { model: "web-llm:small", calibration: { kind: "missing" } }) });
    const { result, fixgate } = bodyOf(evidence).predicate;
    expect(result).toBe("FAILED");
    expect(fixgate.notChecked).toContainEqual({ what: "review", reason: "web-llm:small was not calibrated as a reviewer" });
  });

  it("names the package that was graded, and that the others were not", () => {
    expect(bodyOf().predicate.fixgate.repository.packageRoot).toBe("");
    const record = recordOf();
    const { repository, notChecked } = bodyOf(honest, {
      ...record,
      subject: { ...record.subject, packageRoot: repoPathOf("packages/lock") },
    }).predicate.fixgate;
    expect(repository.packageRoot).toBe("packages/lock");
    expect(notChecked.map(({ what }) => what)).toContain("other packages of the repository");
  });

  it.each(["../lock", "/lock", "packages/../..", "packages/lock/"])("%s is no package's folder", (packageRoot) => {
    const body = bodyOf();
    const { fixgate } = body.predicate;
    const receipt: unknown = {
      ...body,
      predicate: {
        ...body.predicate,
        fixgate: {
          ...fixgate,
          sealedAt: "2026-01-02T03:04:05.000Z",
          signer: null,
          repository: { ...fixgate.repository, packageRoot },
        },
      },
    };
    expect(parseReceipt(receipt)).toMatchObject({ ok: false, error: { kind: "not-a-receipt" } });
  });

  it("gates whose own cases did not hold verify nothing", () => {
    const body = receiptBody({
      record: recordOf(),
      patch: null,
      dependencies: { digest: null, scriptsNotRun: [], leftOut: [] },
      selfChecks: { held: 1, total: 2 },
    });
    expect(body.predicate.result).toBe("FAILED");
  });

  it("a red suite on base is no news", () => {
    expect(
      bodyOf(attempt({ baseline: baselineRuns([fileOf([...oldTests(), red("old")])]) })).predicate.fixgate.verdicts.find(
        (each) => each.gate === "baseline",
      )?.outcome,
    ).toBe("pass");
  });
});

describe("a signed receipt", () => {
  const sealed = () => sealReceipt(bodyOf(), { now: NOW, sign: signer });

  it("verifies with the key that travels along", async () => {
    const read = await verifyEnvelope(JSON.parse(JSON.stringify(await sealed())), verify);
    expect(read).toMatchObject({
      ok: true,
      value: {
        predicate: {
          result: "PASSED",
          fixgate: { sealedAt: "2026-01-02T03:04:05.000Z", signer: { algorithm: "ECDSA-P256-SHA256" } },
        },
      },
    });
  });

  const withPayload = (envelope: Envelope, change: (receipt: Receipt) => unknown): Envelope => {
    const receipt = JSON.parse(payloadOf(envelope)) as Receipt;
    return { ...envelope, payload: Buffer.from(JSON.stringify(change(receipt) ?? receipt)).toString("base64") };
  };

  it.each<[string, string, (envelope: Envelope) => unknown]>([
    [
      "one character of a reason",
      "bad-signature",
      (envelope) => ({
        ...envelope,
        payload: Buffer.from(payloadOf(envelope).replace("hunk needed", "hunk heeded")).toString("base64"),
      }),
    ],
    [
      "another signature",
      "bad-signature",
      (envelope) => ({ ...envelope, signatures: [{ keyid: "sha256:test", sig: toBase64(new Uint8Array(64)) }] }),
    ],
    [
      "another key's name",
      "bad-signature",
      (envelope) => ({ ...envelope, signatures: envelope.signatures.map((each) => ({ ...each, keyid: "sha256:other" })) }),
    ],
    [
      "a key that is none",
      "bad-signature",
      (envelope) => ({
        ...envelope,
        payload: Buffer.from(payloadOf(envelope).replace(/"publicKey":"[^"]*"/, `"publicKey":"AAAA"`)).toString("base64"),
      }),
    ],
    [
      "white space",
      "not-canonical",
      (envelope) => ({ ...envelope, payload: Buffer.from(` ${payloadOf(envelope)}`).toString("base64") }),
    ],
    [
      "another base",
      "contradiction",
      (envelope) => ({
        ...envelope,
        payload: Buffer.from(payloadOf(envelope).replace(`"name":"base"`, `"name":"bass"`)).toString("base64"),
      }),
    ],
    [
      "a verdict turned green",
      "contradiction",
      (envelope) => ({
        ...envelope,
        payload: Buffer.from(payloadOf(envelope).replace(`"outcome":"not-applicable"`, `"outcome":"pass"`)).toString("base64"),
      }),
    ],
    [
      "an older version",
      "other-version",
      (envelope) => ({
        ...envelope,
        payload: Buffer.from(payloadOf(envelope).replace(/"version":2}/, `"version":1}`)).toString("base64"),
      }),
    ],
    ["a further field", "not-a-receipt", (envelope) => withPayload(envelope, (receipt) => ({ ...receipt, more: 1 }))],
    ["no JSON", "not-a-receipt", (envelope) => ({ ...envelope, payload: "e30x" })],
    ["another payload type", "not-an-envelope", (envelope) => ({ ...envelope, payloadType: "text/plain" })],
    ["no envelope", "not-an-envelope", () => "receipt"],
  ])("%s: %s", async (_what, kind, change) => {
    expect(await verifyEnvelope(change(await sealed()), verify)).toMatchObject({ ok: false, error: { kind } });
  });

  it("any one byte changed is noticed", async () => {
    const envelope = await sealed();
    const bytes = fromBase64(envelope.payload) ?? new Uint8Array();
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const other = Uint8Array.from(bytes);
        other[at] = ((other[at] ?? 0) + by) & 255;
        expect((await verifyEnvelope({ ...envelope, payload: toBase64(other) }, verify)).ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("parseReceipt never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseReceipt(value).ok).toBe(false);
      }),
    );
  });
});

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The part of JSON Schema (2020-12) that the file uses. */
function problems(root: Schema, schema: Schema, value: unknown, at = "$"): string[] {
  if (schema.$ref !== undefined)
    return problems(root, root.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? { const: Symbol("missing definition") }, value, at);
  const found: string[] = [];
  const type = value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
  if (schema.type !== undefined && ![schema.type].flat().includes(type)) return [`${at}: ${type}`];
  if (schema.const !== undefined && value !== schema.const) found.push(`${at}: not ${JSON.stringify(schema.const)}`);
  if (schema.enum !== undefined && !schema.enum.includes(value)) found.push(`${at}: not one of the list`);
  if (schema.pattern !== undefined && typeof value === "string" && !new RegExp(schema.pattern, "u").test(value))
    found.push(`${at}: pattern`);
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) found.push(`${at}: length`);
    if (schema.items !== undefined)
      for (const [index, item] of value.entries()) found.push(...problems(root, schema.items, item, `${at}[${String(index)}]`));
  } else if (type === "object") {
    const record = value as Readonly<Record<string, unknown>>;
    for (const key of schema.required ?? []) if (!Object.hasOwn(record, key)) found.push(`${at}.${key}: missing`);
    for (const [key, item] of Object.entries(record)) {
      const property =
        schema.properties?.[key] ?? (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined);
      if (property !== undefined) found.push(...problems(root, property, item, `${at}.${key}`));
      else if (schema.additionalProperties === false) found.push(`${at}.${key}: not allowed`);
    }
  }
  return found;
}
