/**
 * Many files in one piece of bytes: 4 bytes little-endian header length, a JSON header, the bytes of the files one after
 * the other. Demo repositories and prebuilt dependencies travel so. A header that points outside of its bytes, or names a
 * path that leaves the repository, is refused here and nowhere else.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import * as v from "valibot";
import { err, ok, type Result } from "../core/result.ts";
import { parseRepoPath } from "../core/snapshot/repo-path.ts";

export interface PackError {
  readonly kind: "bad-pack";
  readonly message: string;
}

const MAX_HEADER = 64 * 1024 * 1024;

/** The bytes of a pack, as parts for a Blob or a file. */
export function packParts(header: object, files: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer>[] {
  const json = utf8ToBytes(JSON.stringify(header)) as Uint8Array<ArrayBuffer>;
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length, true);
  return [length, json, ...files];
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const repoHeader = v.object({
  index: v.array(v.tuple([v.string(), count, count, v.picklist(["100644", "100755", "120000"])])),
});
export type RepoPackHeader = v.InferOutput<typeof repoHeader>;

const dependencyHeader = v.object({
  digest: v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/)),
  packages: v.array(v.object({ name: v.string(), version: v.string(), location: v.string(), integrity: v.nullable(v.string()) })),
  leftOut: v.array(v.object({ name: v.string(), reason: v.string() })),
  scriptsNotRun: v.array(v.string()),
  links: v.optional(v.array(v.object({ location: v.string(), target: v.string() })), []),
  source: v.object({ kind: v.picklist(["lockfile", "no-lockfile", "archive", "none"]), name: v.string() }),
  index: v.array(v.tuple([v.string(), count, count])),
});
export type DependencyPackHeader = v.InferOutput<typeof dependencyHeader>;

export interface Pack<Header> {
  readonly header: Header;
  /** Offsets of the index count from its beginning. */
  readonly body: Blob;
}

export async function parseRepoPack(blob: Blob): Promise<Result<Pack<RepoPackHeader>, PackError>> {
  return parsePack(blob, repoHeader);
}

export async function parseDependencyPack(blob: Blob): Promise<Result<Pack<DependencyPackHeader>, PackError>> {
  const pack = await parsePack(blob, dependencyHeader);
  if (!pack.ok) return pack;
  const digest = digestOfPackages(pack.value.header.packages);
  if (digest !== pack.value.header.digest)
    return bad(`its packages have the digest ${digest}, its header says ${pack.value.header.digest}`);
  return pack;
}

/** `sha256:<hex>` over the sorted [location, name, version, integrity]: what was installed, whatever the order. */
export function digestOfPackages(
  packages: readonly {
    readonly location: string;
    readonly name: string;
    readonly version: string;
    readonly integrity: string | null;
  }[],
): string {
  const rows = packages.map((p) => [p.location, p.name, p.version, p.integrity] as const);
  rows.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  return `sha256:${bytesToHex(sha256(utf8ToBytes(JSON.stringify(rows))))}`;
}

async function parsePack<Header extends { index: [string, number, number, ...unknown[]][] }>(
  blob: Blob,
  schema: v.BaseSchema<unknown, Header, v.BaseIssue<unknown>>,
): Promise<Result<Pack<Header>, PackError>> {
  if (blob.size < 4) return bad(`it has ${String(blob.size)} bytes`);
  const length = new DataView(await blob.slice(0, 4).arrayBuffer()).getUint32(0, true);
  if (length > MAX_HEADER || 4 + length > blob.size)
    return bad(`a header of ${String(length)} bytes does not fit into ${String(blob.size)}`);
  let json: unknown;
  try {
    json = JSON.parse(await blob.slice(4, 4 + length).text());
  } catch {
    return bad("its header is not JSON");
  }
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return bad(`its header is not one: ${v.getDotPath(issue) ?? "header"}: ${issue.message}`);
  }
  const body = blob.slice(4 + length);
  let before = "";
  for (const [path, offset, size] of parsed.output.index) {
    const checked = parseRepoPath(path);
    if (!checked.ok) return bad(`the path ${JSON.stringify(path)} is refused: ${checked.error.reason}`);
    if (path <= before) return bad(`${JSON.stringify(path)} is not sorted after ${JSON.stringify(before)}`);
    if (offset + size > body.size) return bad(`${path} ends at ${String(offset + size)} of ${String(body.size)} bytes`);
    before = path;
  }
  return ok({ header: parsed.output, body });
}

function bad(reason: string): Result<never, PackError> {
  return err({ kind: "bad-pack", message: `not a pack of this project: ${reason}` });
}
