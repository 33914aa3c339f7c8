/**
 * Where receipts come from: a file, a patch with its receipt beside it, a pull request's text (a file or standard input), or
 * a pull request's address. Nothing is believed here; what is read is checked by whoever asked.
 */
import { existsSync, readFileSync } from "node:fs";
import * as v from "valibot";
import { receiptsIn } from "../../app/publish/receipt-block.ts";
import { fromBase64, parseReceipt } from "../../core/receipt/index.ts";
import { err, ok, type Result } from "../../core/result.ts";

export interface FoundReceipt {
  /** "LB-1", or "receipt" where it can't be read. */
  readonly name: string;
  readonly raw: unknown;
  /** The patch that lies beside it, or null. */
  readonly patch: string | null;
}

export interface Found {
  readonly receipts: readonly FoundReceipt[];
  /** Blocks in a text that look like receipts and can't be read. */
  readonly unreadable: number;
  /** Of a pull request's address: the repository, and the ref to fetch from it. */
  readonly repository: { readonly url: string; readonly ref: string } | null;
}

const PULL = /^(https?:\/\/([^/]+)\/([\w.-]+)\/([\w.-]+))\/pull\/(\d+)\/?$/;

export async function findReceipts(given: string, patch: string | null): Promise<Result<Found, { readonly message: string }>> {
  const pull = PULL.exec(given);
  if (pull !== null) return ofPullRequest(pull);
  const stem = given.replace(/\.(?:receipt\.json|patch)$/, "");
  const file = given.endsWith(".patch") ? `${stem}.receipt.json` : given;
  if (given !== "-" && !existsSync(file)) return err({ message: `${file} is not there.` });
  const text = readFileSync(given === "-" ? 0 : file, "utf8");
  if (text.trimStart().startsWith("{")) {
    const beside = patch ?? `${stem}.patch`;
    if (patch !== null && !existsSync(patch)) return err({ message: `${patch} is not there.` });
    try {
      const raw = JSON.parse(text) as unknown;
      return ok({
        receipts: [{ name: nameOf(raw), raw, patch: existsSync(beside) ? beside : null }],
        unreadable: 0,
        repository: null,
      });
    } catch {
      return err({ message: `${given} is not JSON.` });
    }
  }
  return ok({ ...inText(text, patch), repository: null });
}

function inText(text: string, patch: string | null): Pick<Found, "receipts" | "unreadable"> {
  const { receipts, unreadable } = receiptsIn(text);
  return { receipts: receipts.map((raw) => ({ name: nameOf(raw), raw, patch })), unreadable };
}

const bodyShape = v.object({ body: v.nullable(v.string()) });

/** The text of a pull request by its host's API; FIXGATE_TOKEN, if set, goes to that host alone. */
async function ofPullRequest([, url = "", host = "", owner = "", name = "", number = ""]: RegExpExecArray): Promise<
  Result<Found, { readonly message: string }>
> {
  const own = process.env["FIXGATE_GITHUB_API"];
  const api = own ?? (host === "github.com" ? "https://api.github.com" : `https://${host}/api/v3`);
  const token = process.env["FIXGATE_TOKEN"];
  let body: unknown;
  try {
    const reply = await fetch(`${api}/repos/${owner}/${name}/pulls/${number}`, {
      redirect: "error",
      headers: {
        accept: "application/vnd.github+json",
        ...(token === undefined || token === "" ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    if (!reply.ok) return err({ message: `${new URL(api).host} answers ${String(reply.status)} for pull request ${number}.` });
    body = await reply.json();
  } catch {
    return err({ message: `${new URL(api).host} could not be asked for pull request ${number}.` });
  }
  const parsed = v.safeParse(bodyShape, body);
  if (!parsed.success) return err({ message: `${new URL(api).host} answered with something that is no pull request.` });
  return ok({ ...inText(parsed.output.body ?? "", null), repository: { url, ref: `refs/pull/${number}/head` } });
}

/** A name to say, from what may be no receipt at all. */
function nameOf(raw: unknown): string {
  const payload = typeof raw === "object" && raw !== null && "payload" in raw && typeof raw.payload === "string" ? raw.payload : "";
  const bytes = fromBase64(payload);
  try {
    const parsed = bytes === null ? null : parseReceipt(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed?.ok === true ? parsed.value.predicate.fixgate.ticket.id : "receipt";
  } catch {
    return "receipt";
  }
}
