/**
 * `fixgate verify <receipt|patch|pull request>`: checks receipts without trusting the tab that made them. Signature, oids,
 * the patch on base by git itself (or the commit that was published), then the same gates on native Vitest and tsc, verdict
 * by verdict.
 */
import { createHash, webcrypto } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fromBase64, verifyEnvelope, type Verify } from "../../core/receipt/index.ts";
import { ok, type Result } from "../../core/result.ts";
import { checkOut } from "../verify/base-checkout.ts";
import { installPackages, type InstallError } from "../verify/install-packages.ts";
import { nativeVerdicts, REPEATED } from "../verify/native-verdicts.ts";
import { findReceipts, type FoundReceipt } from "../verify/read-receipts.ts";
import { junitOf, tableOf, type Row } from "../verify/rows.ts";

const USAGE = `Usage: fixgate verify <what> --repo <path or URL> [options]

  <what>                   a receipt, a patch with its receipt beside it, a pull request's address
                           (https://github.com/owner/name/pull/1), a file with its text, or - for standard input
  --repo <path or URL>     the repository (default: the pull request's own)
  --ref <ref>              a ref to fetch from it besides its branches: refs/pull/1/head
  --patch <file>           the patch, where it does not lie beside the receipt under the same name; without any, the
                           commit that holds the receipt's result on its base is looked for in the repository
  --ticket <id>            only this ticket's receipt, where a pull request carries several
  --list                   print the tickets of all receipts as JSON, and check nothing
  --node-modules <folder>  use these packages; otherwise they are installed in a clean folder as the repository's lockfile
                           says, by the package manager that it is of (npm, pnpm, Yarn, Bun), without their scripts
  --json <file>            write the comparison as JSON; - prints it instead of the table
  --junit <file>           write it as JUnit XML

FIXGATE_TOKEN is sent to the API of the pull request's host alone.
Exit code 0: all that can be checked again holds; gates that a native run does not repeat are listed as "not run".
1: something differs. 2: it could not be checked.`;

const verifySignature: Verify = async (bytes, signature, signer) => {
  const spki = fromBase64(signer.publicKey);
  if (spki === null || signer.algorithm !== "ECDSA-P256-SHA256") return false;
  if (`sha256:${createHash("sha256").update(spki).digest("hex")}` !== signer.keyid) return false;
  const key = await webcrypto.subtle.importKey("spki", new Uint8Array(spki), { name: "ECDSA", namedCurve: "P-256" }, false, [
    "verify",
  ]);
  return webcrypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, new Uint8Array(signature), new Uint8Array(bytes));
};

export async function verify(args: readonly string[]): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        repo: { type: "string" },
        ref: { type: "string" },
        patch: { type: "string" },
        ticket: { type: "string" },
        list: { type: "boolean" },
        "node-modules": { type: "string" },
        json: { type: "string" },
        junit: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    console.error(`fixgate: ${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
  const [given] = parsed.positionals;
  const { values } = parsed;
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  if (given === undefined) return giveUp(USAGE);
  const found = await findReceipts(given, values.patch ?? null);
  if (!found.ok) return giveUp(found.error.message);
  const { receipts, unreadable, repository } = found.value;
  if (values.list === true) {
    console.log(JSON.stringify(receipts.map(({ name }) => name)));
    return unreadable === 0 ? 0 : 2;
  }
  const wanted = receipts.filter(({ name }) => values.ticket === undefined || name === values.ticket);
  const repo = values.repo ?? repository?.url;
  if (repo === undefined) return giveUp(USAGE);
  if (wanted.length === 0 && unreadable === 0)
    return giveUp("There is no receipt in it: nothing was claimed, and nothing is checked.");

  const rows: Row[] = [];
  for (let at = 0; at < unreadable; at++) rows.push({ what: "receipt", claimed: "a receipt", seen: "can't be read", holds: false });
  for (const receipt of wanted) {
    const checked = await check(receipt, { ...values, repo, ref: values.ref ?? repository?.ref ?? null });
    if (typeof checked === "string") return giveUp(checked);
    rows.push(...(wanted.length === 1 ? checked : checked.map((row) => ({ ...row, what: `${receipt.name} ${row.what}` }))));
  }
  return report(rows, values);
}

interface Where {
  readonly repo: string;
  readonly ref: string | null;
  readonly "node-modules"?: string | undefined;
}

/** What was claimed beside what is seen; or, in words, why it could not be looked at. */
async function check({ raw, patch }: FoundReceipt, where: Where): Promise<readonly Row[] | string> {
  const rows: Row[] = [];
  const row = (what: string, claimed: string, seen: string, holds: Row["holds"] = claimed === seen): void =>
    void rows.push({ what, claimed, seen, holds });
  const opened = await verifyEnvelope(raw, verifySignature);
  if (!opened.ok) {
    row(WHAT_FAILED[opened.error.kind], "valid", `${opened.error.kind}: ${opened.error.message}`);
    return rows;
  }
  const details = opened.value.predicate.fixgate;
  row("signature", "valid", "valid");
  row("result", "PASSED", opened.value.predicate.result);
  if (patch !== null) {
    const digest = `sha256:${createHash("sha256").update(readFileSync(patch)).digest("hex")}`;
    row("patch", details.patch ?? "none", digest);
    if (details.patch !== digest) return rows;
  }

  const checkout = checkOut({ repo: where.repo, ref: where.ref, patchFile: patch }, details);
  if (!checkout.ok) {
    row("base and result", "the graded trees", checkout.error.message);
    return rows;
  }
  try {
    const { trees } = checkout.value;
    row("tree of the candidate", details.trees.candidate, trees.candidate);
    row("tree of base with the tests", details.trees.baseWithTests, trees.baseWithTests);
    row("tree of the fix", details.trees.fix, trees.fix);
    if (rows.some((each) => each.holds === false)) return rows;

    const { packageRoot } = details.repository;
    if (packageRoot !== "") {
      const there = checkout.value.has(`${packageRoot}/package.json`);
      row("package", packageRoot, there ? packageRoot : "no such package on base");
      if (!there) return rows;
    }
    const modules = modulesFor(checkout.value.folder, where["node-modules"]);
    if (!modules.ok) return `${modules.error.message} ${modules.error.advice}`;
    const native = await nativeVerdicts(checkout.value, details, modules.value, tell);
    for (const gate of REPEATED) {
      const claimed = details.verdicts.find((each) => each.gate === gate);
      const seen = native.find((each) => each.gate === gate);
      row(`gate ${gate}`, claimed?.outcome ?? "absent", seen?.verdict.outcome ?? "absent");
      if (claimed?.outcome !== seen?.verdict.outcome && seen) console.error(`fixgate: ${gate}: ${seen.verdict.reason}`);
    }
    for (const { gate, outcome } of details.verdicts)
      if (!REPEATED.includes(gate)) row(`gate ${gate}`, outcome, "a native run does not repeat it", null);
    return rows;
  } finally {
    rmSync(dirname(checkout.value.folder), { recursive: true, force: true });
  }
}

/** What of a receipt it is that does not hold, by why it can't be opened. */
const WHAT_FAILED = {
  "not-an-envelope": "form",
  "not-a-receipt": "form",
  "not-canonical": "form",
  "other-version": "version",
  contradiction: "consistency",
  "bad-signature": "signature",
} as const;

/** Beside the checkout, which is removed with all that lies there. */
function modulesFor(checkout: string, given: string | undefined): Result<string, InstallError> {
  return given === undefined ? installPackages(checkout, join(dirname(checkout), "packages"), tell) : ok(resolve(given));
}

function tell(line: string): void {
  console.error(`fixgate: ${line}`);
}

function giveUp(message: string): number {
  console.error(`fixgate: ${message}`);
  return 2;
}

function report(rows: readonly Row[], files: { readonly json?: string | undefined; readonly junit?: string | undefined }): number {
  const holds = rows.every((each) => each.holds !== false);
  const unrepeated = rows.filter((each) => each.holds === null).map(({ what }) => what.replace("gate ", ""));
  const json = `${JSON.stringify({ holds, rows }, null, 2)}\n`;
  if (files.json !== undefined && files.json !== "-") writeFileSync(files.json, json);
  if (files.json === "-") {
    process.stdout.write(json);
    if (files.junit !== undefined) writeFileSync(files.junit, junitOf(rows));
    return holds ? 0 : 1;
  }
  console.log(tableOf(rows));
  if (files.junit !== undefined) writeFileSync(files.junit, junitOf(rows));
  console.log(
    holds
      ? `All that can be checked again holds.${unrepeated.length === 0 ? "" : ` As the receipt says, and not run again: ${unrepeated.join(", ")}.`}`
      : `${String(rows.filter((each) => each.holds === false).length)} of ${String(rows.length)} claims do not hold.`,
  );
  return holds ? 0 : 1;
}
