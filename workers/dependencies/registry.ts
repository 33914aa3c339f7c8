/**
 * Talks to a package registry (github.com/npm/registry, docs/REGISTRY-API.md) from a web page. A token goes to its own
 * registry and to nobody else; an answer that the browser keeps from the page is told apart from one that never came, as
 * far as a page can.
 */
import { err, ok, type Result } from "../../src/core/result.ts";
import type { InstallFailure, RegistrySettings } from "../../src/protocol/dependencies.ts";
import type { LockedPackage } from "./lockfile/index.ts";

type RegistryError = Extract<InstallFailure, { kind: "registry" }>;

export interface Packument {
  readonly "dist-tags"?: Readonly<Record<string, string>>;
  readonly versions?: Readonly<Record<string, PackumentVersion>>;
}

export interface PackumentVersion {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly dist?: { readonly integrity?: string; readonly shasum?: string; readonly tarball?: string };
}

export interface Registry {
  tarball(entry: LockedPackage): Promise<Result<Uint8Array<ArrayBuffer>, RegistryError>>;
  packument(name: string): Promise<Result<Packument, RegistryError>>;
  /** SHA-512 where the registry has it, else SHA-1. */
  integrityOf(name: string, version: string): Promise<Result<string, RegistryError>>;
}

const ATTEMPTS = 3;
/** A tarball above this is no package that a tab could hold. */
const MAX_BYTES = 512 * 1024 * 1024;

export function createRegistry(settings: RegistrySettings, defaultRegistry: string, wait: (ms: number) => Promise<void>): Registry {
  const base = (name: string): { url: string; chosen: boolean } => {
    const scope = name.startsWith("@") ? name.slice(0, name.indexOf("/")) : "";
    const scoped = settings.scopes[scope];
    if (scoped !== undefined) return { url: withSlash(scoped), chosen: true };
    return settings.registry === ""
      ? { url: withSlash(defaultRegistry), chosen: false }
      : { url: withSlash(settings.registry), chosen: true };
  };
  const tokenFor = (url: string): string | null => {
    for (const [registry, token] of Object.entries(settings.tokens))
      if (token !== "" && url.startsWith(withSlash(registry))) return token;
    return null;
  };

  async function get(name: string, url: string, accept: string): Promise<Result<Response, RegistryError>> {
    const token = tokenFor(url);
    const headers: Record<string, string> = { Accept: accept };
    if (token !== null) headers["Authorization"] = `Bearer ${token}`;
    for (let attempt = 1; ; attempt++) {
      let response: Response;
      try {
        response = await fetch(url, { headers, credentials: "omit", referrerPolicy: "no-referrer" });
      } catch {
        if (attempt < ATTEMPTS) {
          await wait(200 * 4 ** (attempt - 1));
          continue;
        }
        return err(await explain(name, url, token !== null));
      }
      if (response.ok) return ok(response);
      const passing = response.status === 429 || response.status >= 500;
      if (passing && attempt < ATTEMPTS) {
        await wait(Math.min(10_000, Number(response.headers.get("Retry-After") ?? "0") * 1000 || 300 * 4 ** (attempt - 1)));
        continue;
      }
      return err(refused(name, url, response.status, token !== null));
    }
  }

  async function packument(name: string): Promise<Result<Packument, RegistryError>> {
    const { url } = base(name);
    if (url === "/") return err(noRegistry(name));
    const answer = await get(
      name,
      `${url}${name.replace("/", "%2f")}`,
      "application/vnd.npm.install-v1+json, application/json;q=0.9",
    );
    if (!answer.ok) return answer;
    try {
      return ok((await answer.value.json()) as Packument);
    } catch {
      return err(
        problem(
          name,
          `${hostOf(url)} answered for ${name} with something that is not JSON.`,
          "Check the registry's address in the settings.",
        ),
      );
    }
  }

  return {
    packument,
    async integrityOf(name, version) {
      const found = await packument(name);
      if (!found.ok) return found;
      const dist = found.value.versions?.[version]?.dist;
      const integrity = dist?.integrity ?? (dist?.shasum === undefined ? undefined : `sha1-${base64OfHex(dist.shasum)}`);
      if (integrity !== undefined) return ok(integrity);
      return err(
        problem(
          name,
          `The registry has no integrity for ${name}@${version}.`,
          "It can't be checked, so it isn't installed. Use another registry.",
        ),
      );
    },
    async tarball({ name, version, origin }) {
      let url: string;
      if (origin.kind === "url") url = origin.url;
      else {
        const { url: registry, chosen } = base(name);
        const resolved = origin.kind === "registry" ? origin.resolved : null;
        if (resolved !== null && !chosen) url = resolved;
        else if (registry === "/") return err(noRegistry(name));
        else url = `${registry}${name}/-/${name.slice(name.lastIndexOf("/") + 1)}-${version}.tgz`;
      }
      const target = URL.parse(url);
      // What a lockfile names may be anything; a page must not be led to ask machines next to it.
      if (target === null || !(target.protocol === "https:" || (target.protocol === "http:" && url.startsWith(base(name).url))))
        return err(
          problem(
            name,
            `The lockfile takes ${name} from ${url}, which is not an https address.`,
            "Set the registry in the settings, or load a prebuilt archive.",
          ),
        );
      const answer = await get(name, url, "*/*");
      if (!answer.ok) return answer;
      try {
        const bytes = new Uint8Array(await answer.value.arrayBuffer());
        if (bytes.length <= MAX_BYTES) return ok(bytes);
        return err(
          problem(
            name,
            `${name}@${version} has ${String(bytes.length)} bytes.`,
            "It is too large for a tab; leave it out or use another sandbox.",
          ),
        );
      } catch {
        return err(
          problem(name, `The connection broke while ${name}@${version} was loading.`, "Try again: what is loaded already is kept."),
        );
      }
    },
  };
}

const problem = (name: string, message: string, advice: string): RegistryError => ({ kind: "registry", name, message, advice });

const noRegistry = (name: string): RegistryError =>
  problem(
    name,
    `The lockfile doesn't say where ${name} comes from, and no registry is set.`,
    "Set the registry's address in the settings.",
  );

function refused(name: string, url: string, status: number, withToken: boolean): RegistryError {
  const host = hostOf(url);
  if (status === 401 || status === 403)
    return problem(
      name,
      `${host} refused ${name} (HTTP ${String(status)}).`,
      withToken
        ? "The token in the settings has no right to read it."
        : "It wants a token: set one for this registry in the settings, or load a prebuilt archive.",
    );
  if (status === 404)
    return problem(
      name,
      `${host} has no ${name} (HTTP 404: ${url}).`,
      "Check the registry's address; for a private package load a prebuilt archive (`npx fixgate pack-deps`).",
    );
  if (status === 429)
    return problem(
      name,
      `${host} says there were too many requests.`,
      "Wait a little and try again: what is loaded already is kept.",
    );
  return problem(name, `${host} answered HTTP ${String(status)} for ${name}.`, "Try again later: what is loaded already is kept.");
}

/** A page isn't told why a request failed. A request whose answer it may not read anyway shows whether somebody is there. */
async function explain(name: string, url: string, withToken: boolean): Promise<RegistryError> {
  const host = hostOf(url);
  const archive = "Or load a prebuilt archive: run `npx fixgate pack-deps` in the repository.";
  const reachable = async (init: RequestInit): Promise<boolean> => {
    try {
      await fetch(url, { ...init, credentials: "omit", referrerPolicy: "no-referrer" });
      return true;
    } catch {
      return false;
    }
  };
  if (withToken && (await reachable({ mode: "cors" })))
    return problem(
      name,
      `${host} answers web pages, but not with a token: its answer to the preflight has no "Access-Control-Allow-Headers: authorization".`,
      `Let the registry send that header. ${archive}`,
    );
  if (await reachable({ mode: "no-cors" }))
    return problem(
      name,
      `${host} answers, but its answer has no "Access-Control-Allow-Origin" header, so no web page may read it.`,
      `Set another registry in the settings, or let this one send "Access-Control-Allow-Origin: *". ${archive}`,
    );
  return problem(
    name,
    `${host} gave no answer that this page may read: either it can't be reached, or its answer has no "Access-Control-Allow-Origin" header.`,
    `Check the connection and the registry's address in the settings. ${archive}`,
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function withSlash(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}

function base64OfHex(hex: string): string {
  return btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
}
