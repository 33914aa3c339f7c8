/**
 * GitHub's REST API, as its public documentation describes it: paths, errors, limits. One place that knows which status
 * means what, and the only one that holds the token. No header beyond the safelisted ones is sent without a token, so
 * that a public repository costs no preflight.
 */
import * as v from "valibot";
import type { OpenError } from "../../src/app/ports/index.ts";
import type { Http, HttpReply } from "./http.ts";
import { hostOf } from "./http.ts";
import { fail, OpenFailure } from "./open-failure.ts";
import { clock, retryAfter } from "./statuses.ts";

export interface GitHubApi {
  /** Status and parsed body of an answer that is not an error, or one of `allow`. */
  readonly call: (request: GitHubCall) => Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }>;
  readonly bytes: (path: string, signal: AbortSignal) => Promise<Uint8Array>;
  readonly rateLimit: () => { readonly remaining: number; readonly resetsAt: number } | undefined;
}

export interface GitHubCall {
  readonly path: string;
  readonly method?: "GET" | "POST" | "PATCH";
  readonly body?: object;
  readonly signal: AbortSignal;
  /** Statuses that the caller reads itself. */
  readonly allow?: readonly number[];
}

/** Slashes stay: branches and files have them. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

const JSON_TYPE = "application/vnd.github+json";

export function createGitHubApi(options: {
  readonly apiBase: string;
  readonly token: string | null;
  readonly http: Http;
}): GitHubApi {
  const base = options.apiBase.replace(/\/+$/, "");
  const host = hostOf(base);
  let rateLimit: { remaining: number; resetsAt: number } | undefined;

  const ask = async ({ path, method = "GET", body, signal }: GitHubCall, accept: string): Promise<HttpReply> => {
    const reply = await options.http.request(
      {
        url: base + path,
        method,
        headers: { accept, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        authorization: options.token === null ? null : `Bearer ${options.token}`,
      },
      signal,
    );
    const remaining = reply.headers.get("x-ratelimit-remaining");
    const reset = reply.headers.get("x-ratelimit-reset");
    if (remaining !== null && reset !== null) rateLimit = { remaining: Number(remaining), resetsAt: Number(reset) * 1000 };
    return reply;
  };

  return {
    rateLimit: () => rateLimit,
    call: async (request) => {
      const reply = await ask(request, JSON_TYPE);
      if (reply.status >= 400 && request.allow?.includes(reply.status) !== true) {
        throw new OpenFailure(await errorOf(reply, host, options.token !== null));
      }
      return { status: reply.status, body: await reply.json(), headers: reply.headers };
    },
    bytes: async (path, signal) => {
      const reply = await ask({ path, signal }, "application/vnd.github.raw+json");
      if (reply.status >= 400) throw new OpenFailure(await errorOf(reply, host, options.token !== null));
      return reply.bytes();
    },
  };
}

const messageBody = v.object({ message: v.string() });

export function messageOf(body: unknown): string {
  const parsed = v.safeParse(messageBody, body);
  return parsed.success ? parsed.output.message.slice(0, 300) : "";
}

async function errorOf(reply: HttpReply, host: string, withToken: boolean): Promise<OpenError> {
  const { status, headers } = reply;
  const said = messageOf(await reply.json().catch(() => null));
  const words = said === "" ? "" : `: ${said}`;
  if (
    (status === 403 || status === 429) &&
    (headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after") || /rate limit/i.test(said))
  ) {
    const reset = headers.get("x-ratelimit-reset");
    const resetsAt = retryAfter(headers) ?? (reset === null ? null : Number(reset) * 1000);
    const until = resetsAt === null ? "" : ` until ${clock(resetsAt)}`;
    return {
      kind: "rate-limited",
      message: `${host} takes no more requests${withToken ? "" : " without a token"}${until}.`,
      advice: withToken
        ? "Wait until then, and try again."
        : "Wait until then, or give a token with read access to public repositories: it raises the limit from 60 requests an hour to 5,000.",
      resetsAt,
    };
  }
  switch (status) {
    case 401:
      return {
        kind: "unauthorised",
        message: `${host} does not accept the token (401).`,
        advice: "It may have expired or been revoked: make a new one, or leave it out for a public repository.",
      };
    case 403:
      return {
        kind: "unauthorised",
        message: `${host} refuses this (403${words}).`,
        advice: withToken
          ? "The token lacks a permission: a fine-grained token needs read access to this repository's contents."
          : "Give a token that may read this repository.",
      };
    case 404:
      return {
        kind: "not-found",
        message: `${host} knows no such repository, branch or commit${withToken ? ", or the token may not see it" : ", or it is private"} (404).`,
        advice: withToken
          ? "Check the address, and that the token was given access to this repository."
          : "Check the address; for a private repository give a token that may read its contents.",
      };
    case 409:
      return { kind: "empty", message: "The repository has no commit yet.", advice: "Push a first commit, then open it again." };
    case 422:
      return {
        kind: "not-found",
        message: `The repository has no such branch, tag or commit${words}.`,
        advice: "Check the name, or leave it out for the default branch.",
      };
    default:
      return {
        kind: "unreachable",
        message: `${host} answered with the status ${String(status)}${words}.`,
        advice: status >= 500 ? "It has a problem of its own: try again later." : "Check the address.",
      };
  }
}

/** The part of an answer that is used, or a failure that names what was not as documented. */
export function expectShape<T>(schema: v.GenericSchema<unknown, T>, body: unknown, what: string): T {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  return fail(
    "corrupt",
    `The answer about ${what} is not as documented (${v.getDotPath(issue) ?? "body"}: ${issue.message}).`,
    "Check the API's address.",
  );
}
