/**
 * `fixgate verify <receipt|patch> --repo <path or URL>`: checks a receipt without trusting the tab that made it. Signature,
 * oids, the patch on base by git itself, then the same gates on native Vitest and tsc, verdict by verdict.
 */
import { execFileSync } from "node:child_process";
import { createHash, webcrypto } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fromBase64, verifyEnvelope, type Receipt, type Verify } from "../../core/receipt/index.ts";
import { checkOut } from "../verify/base-checkout.ts";
import { nativeVerdicts, REPEATED } from "../verify/native-verdicts.ts";
import { junitOf, tableOf, type Row } from "../verify/rows.ts";

const USAGE = `Usage: fixgate verify <receipt.json|patch> --repo <path or URL> [options]

  --repo <path or URL>     the repository that the patch is for
  --patch <file>           the patch, where it does not lie beside the receipt under the same name
  --node-modules <folder>  use these packages; otherwise "npm ci --ignore-scripts" in a clean folder
  --json <file>            write the comparison as JSON
  --junit <file>           write it as JUnit XML

Exit code 0: all that the receipt claims holds. 1: something differs. 2: it could not be checked.`;

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
        patch: { type: "string" },
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
  if (given === undefined || values.repo === undefined) return giveUp(USAGE);
  const stem = given.replace(/\.(?:receipt\.json|patch)$/, "");
  const [receiptFile, patchFile] = [`${stem}.receipt.json`, values.patch ?? `${stem}.patch`];
  for (const file of [receiptFile, patchFile])
    if (!existsSync(file)) return giveUp(`${file} is not there. The receipt and the patch are needed both.`);

  const rows: Row[] = [];
  const row = (what: string, claimed: string, seen: string, holds = claimed === seen): void =>
    void rows.push({ what, claimed, seen, holds });
  const end = (): number => report(rows, values);

  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(receiptFile, "utf8"));
  } catch {
    return giveUp(`${receiptFile} is not JSON.`);
  }
  const opened = await verifyEnvelope(raw, verifySignature);
  if (!opened.ok) {
    row("signature", "valid", `${opened.error.kind}: ${opened.error.message}`);
    return end();
  }
  const receipt: Receipt = opened.value;
  const details = receipt.predicate.fixgate;
  row("signature", "valid", "valid");
  row("result", "PASSED", receipt.predicate.result);
  const patchDigest = `sha256:${createHash("sha256").update(readFileSync(patchFile)).digest("hex")}`;
  row("patch", details.patch ?? "none", patchDigest);
  if (details.patch !== patchDigest) return end();

  const checkout = checkOut(values.repo, details, patchFile);
  if (!checkout.ok) {
    row("base and patch", "the graded tree", checkout.error.message);
    return end();
  }
  const { trees } = checkout.value;
  row("tree of the candidate", details.trees.candidate, trees.candidate);
  row("tree of base with the tests", details.trees.baseWithTests, trees.baseWithTests);
  if (rows.some((each) => !each.holds)) return end();

  const modules = values["node-modules"] === undefined ? install(checkout.value.folder) : resolve(values["node-modules"]);
  if (modules === null)
    return giveUp(
      "The packages could not be installed by npm ci: there is no package-lock.json, or the registry refused. Give --node-modules.",
    );
  const native = await nativeVerdicts(checkout.value, details, modules, (line) => {
    console.error(`fixgate: ${line}`);
  });
  for (const gate of REPEATED) {
    const claimed = details.verdicts.find((each) => each.gate === gate);
    const seen = native.find((each) => each.gate === gate);
    row(`gate ${gate}`, claimed?.outcome ?? "absent", seen?.verdict.outcome ?? "absent");
    if (claimed?.outcome !== seen?.verdict.outcome && seen) console.error(`fixgate: ${gate}: ${seen.verdict.reason}`);
  }
  for (const { gate, outcome } of details.verdicts)
    if (!REPEATED.includes(gate)) console.error(`fixgate: ${gate} was ${outcome}; a native run does not repeat it`);
  rmSync(dirname(checkout.value.folder), { recursive: true, force: true });
  return end();
}

function install(folder: string): string | null {
  if (!existsSync(join(folder, "package-lock.json"))) return null;
  const clean = mkdtempSync(join(tmpdir(), "fixgate-packages-"));
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(folder, file), join(clean, file));
  try {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: clean,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return join(clean, "node_modules");
  } catch {
    return null;
  }
}

function giveUp(message: string): number {
  console.error(`fixgate: ${message}`);
  return 2;
}

function report(rows: readonly Row[], files: { readonly json?: string | undefined; readonly junit?: string | undefined }): number {
  console.log(tableOf(rows));
  const holds = rows.every((each) => each.holds);
  if (files.json !== undefined) writeFileSync(files.json, `${JSON.stringify({ holds, rows }, null, 2)}\n`);
  if (files.junit !== undefined) writeFileSync(files.junit, junitOf(rows));
  console.log(
    holds
      ? "All that the receipt claims holds."
      : `${String(rows.filter((each) => !each.holds).length)} of ${String(rows.length)} claims do not hold.`,
  );
  return holds ? 0 : 1;
}
