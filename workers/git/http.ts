/**
 * Requests with an end: a deadline for the answer to begin, one for silence in the middle, a cancel that reaches the
 * socket, and failures that say what can be told apart. A token goes into a header, to the origin it was given for, and
 * never along with a redirect to another.
 */
import { fail, throwIfCancelled } from "./open-failure.ts";

export interface HttpLimits {
  /** Milliseconds until the answer begins. */
  readonly headersMs: number;
  /** Milliseconds without a byte. */
  readonly idleMs: number;
}
export const DEFAULT_LIMITS: HttpLimits = { headersMs: 30_000, idleMs: 30_000 };

export interface HttpRequest {
  readonly url: string;
  readonly method?: "GET" | "POST" | "PATCH";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** The whole value of the Authorization header. */
  readonly authorization?: string | null;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  /** Where it came from in the end. */
  readonly url: string;
  /** Chunks, as they come. */
  readonly chunks: () => AsyncGenerator<Uint8Array>;
  readonly bytes: (onBytes?: (received: number, total: number | null) => void) => Promise<Uint8Array>;
  readonly json: () => Promise<unknown>;
}

export interface Http {
  readonly request: (request: HttpRequest, signal: AbortSignal) => Promise<HttpReply>;
}

export function createHttp(fetcher: typeof fetch, limits: HttpLimits = DEFAULT_LIMITS): Http {
  const once = async (request: HttpRequest, signal: AbortSignal, redirect: RequestRedirect): Promise<Response> => {
    throwIfCancelled(signal);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      controller.abort();
    }, limits.headersMs);
    try {
      return await fetcher(request.url, {
        method: request.method ?? "GET",
        headers: { ...request.headers, ...(request.authorization ? { authorization: request.authorization } : {}) },
        ...(request.body === undefined ? {} : { body: request.body as BodyInit }),
        credentials: "omit",
        referrerPolicy: "no-referrer",
        redirect,
        signal: AbortSignal.any([signal, controller.signal]),
      });
    } catch {
      throwIfCancelled(signal);
      const host = hostOf(request.url);
      if (controller.signal.aborted)
        fail(
          "unreachable",
          `${host} did not begin to answer within ${seconds(limits.headersMs)}.`,
          "Try again; if it stays so, the host is down or something on the way swallows the connection.",
        );
      return await explainRefusal(fetcher, request.url);
    } finally {
      clearTimeout(timer);
    }
  };

  const request = async (wanted: HttpRequest, signal: AbortSignal): Promise<HttpReply> => {
    if (!wanted.authorization) return reply(await once(wanted, signal, "follow"), wanted.url, signal, limits);
    let url = wanted.url;
    for (let hops = 0; hops < 6; hops++) {
      const response = await once({ ...wanted, url }, signal, "manual");
      const redirected =
        response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400 && response.headers.has("location"));
      if (!redirected) return reply(response, url, signal, limits);
      await response.body?.cancel();
      const next = await redirectTarget(fetcher, response, url);
      if (next === null || new URL(next).origin !== new URL(wanted.url).origin) {
        fail(
          "unauthorised",
          `${hostOf(url)} sends this request on to another host, where the token must not go.`,
          "Open the address that the repository has now.",
        );
      }
      url = next;
    }
    return fail("unreachable", `${hostOf(url)} redirects in a circle.`, "Open the address that the repository has now.");
  };
  return { request };
}

/** A browser hides where a manual redirect leads, so it is asked once more, without the token. */
async function redirectTarget(fetcher: typeof fetch, response: Response, url: string): Promise<string | null> {
  const location = response.headers.get("location");
  if (location !== null) return new URL(location, url).href;
  try {
    const probe = await fetcher(url, { credentials: "omit", redirect: "follow" });
    await probe.body?.cancel();
    return probe.url === url ? null : probe.url;
  } catch {
    return null;
  }
}

/** fetch says "TypeError" for a dead host and for one that doesn't let pages read. A request that asks to read nothing tells them apart. */
async function explainRefusal(fetcher: typeof fetch, url: string): Promise<never> {
  const host = hostOf(url);
  if (typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine) {
    fail(
      "unreachable",
      `This browser is offline, so ${host} was not asked.`,
      "Connect to the network and try again, or open a bundled demo, a folder or an archive.",
    );
  }
  let answers = false;
  // Outside a browser there is no CORS, and the probe would tell nothing.
  if (typeof window !== "undefined" || "WorkerGlobalScope" in globalThis) {
    try {
      await fetcher(url, { mode: "no-cors", credentials: "omit", signal: AbortSignal.timeout(10_000) });
      answers = true;
    } catch {
      answers = false;
    }
  }
  if (answers) {
    fail(
      "cors",
      `${host} answers, but does not let pages of other origins read its answers (no CORS headers).`,
      "Name a git proxy of your own in the settings, or download the repository as an archive or bundle and open that.",
    );
  }
  return fail(
    "unreachable",
    `${host} could not be reached: it is down, its name is wrong, it refuses connections, or it does not let pages of other origins read its answers.`,
    "Check the address. If the host works in another tab, it lacks CORS headers: name a git proxy of your own in the settings, or open an archive or bundle.",
  );
}

function reply(response: Response, url: string, signal: AbortSignal, limits: HttpLimits): HttpReply {
  const host = hostOf(url);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    try {
      for (;;) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const silence = new Promise<"silence">((resolve) => {
          timer = setTimeout(() => {
            resolve("silence");
          }, limits.idleMs);
        });
        let part: Awaited<ReturnType<typeof reader.read>> | "silence";
        try {
          part = await Promise.race([reader.read(), silence]);
        } catch {
          throwIfCancelled(signal);
          return fail("unreachable", `${host} broke off in the middle of its answer.`, AGAIN);
        } finally {
          clearTimeout(timer);
        }
        throwIfCancelled(signal);
        if (part === "silence")
          return fail("unreachable", `${host} stopped in the middle of its answer for ${seconds(limits.idleMs)}.`, AGAIN);
        if (part.done) return;
        yield part.value;
      }
    } finally {
      // What is left is not wanted; a body that already failed has nothing to cancel.
      await reader.cancel().catch(() => undefined);
    }
  }
  const bytes: HttpReply["bytes"] = async (onBytes) => {
    const length = Number(response.headers.get("content-length"));
    const total = length > 0 && !response.headers.has("content-encoding") ? length : null;
    const parts: Uint8Array[] = [];
    let received = 0;
    for await (const part of chunks()) {
      parts.push(part);
      received += part.length;
      onBytes?.(received, total);
    }
    const out = new Uint8Array(received);
    let at = 0;
    for (const part of parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  };
  return {
    status: response.status,
    headers: response.headers,
    url: response.url || url,
    chunks,
    bytes,
    json: async () => {
      const text = new TextDecoder().decode(await bytes());
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return fail("corrupt", `${host} answered with something that is not JSON.`, "Check the address of the API.");
      }
    },
  };
}

const AGAIN = "Try again; if it stays so, open an archive or a bundle of the repository instead.";

export const seconds = (ms: number): string => (ms < 1000 ? `${String(ms)} ms` : `${String(Math.round(ms / 1000))} s`);
/** Host and port, never path or credentials: it goes into messages. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "the host";
  }
}
