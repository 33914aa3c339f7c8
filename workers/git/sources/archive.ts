/** An archive by picker or drop: zip, tar.gz, git bundle. What it is, its first bytes say; its name is not believed. */
import git from "isomorphic-git";
import { unpackTar } from "modern-tar";
import type { RepoSource } from "../../../src/app/ports/index.ts";
import { isOid, type Oid } from "../../../src/core/snapshot/index.ts";
import { createMemoryFs } from "../memory-fs.ts";
import { fail, throwIfCancelled } from "../open-failure.ts";
import { megabytes, type OpenContext, type OpenedTree } from "./context.ts";
import { readPacks } from "../pack-reader.ts";
import { copyTree, peelToCommit } from "./copy-tree.ts";
import { localTree, type LocalFile } from "./local-tree.ts";
import { INFLATED_LIMIT, readZip } from "./zip.ts";

type ArchiveSource = Extract<RepoSource, { kind: "archive" }>;
type Format = ArchiveSource["format"];

export async function openArchive(source: ArchiveSource, context: OpenContext): Promise<OpenedTree> {
  context.progress({ phase: "receiving", done: 0, total: source.blob.size, text: source.name });
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await source.blob.arrayBuffer());
  } catch {
    return fail(
      "unreachable",
      `${source.name} can't be read any more.`,
      "It was changed or removed after it was picked: pick it again.",
    );
  }
  throwIfCancelled(context.signal);
  switch (formatOf(bytes)) {
    case "zip":
      return plain(source, await localTree(readZip(bytes), context, { honourIgnore: false }));
    case "tar.gz":
      return plain(source, await localTree(await readTarGz(bytes, context), context, { honourIgnore: false }));
    case "bundle":
      return openBundle(source.name, bytes, context);
    case null:
      return fail(
        "corrupt",
        `${source.name} is neither a zip, nor a tar.gz, nor a git bundle.`,
        "Make one of these: git archive, git bundle create, or the host's own download.",
      );
  }
}

const plain = (source: ArchiveSource, tree: Oid): OpenedTree => ({
  tree,
  commit: null,
  ref: null,
  source: source.name,
  url: `archive:${source.name}`,
});

function formatOf(bytes: Uint8Array): Format | null {
  const starts = (...expected: number[]): boolean => expected.every((byte, index) => bytes[index] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return "zip";
  if (starts(0x1f, 0x8b)) return "tar.gz";
  return new TextDecoder().decode(bytes.subarray(0, 4)) === "# v2" || new TextDecoder().decode(bytes.subarray(0, 4)) === "# v3"
    ? "bundle"
    : null;
}

async function readTarGz(bytes: Uint8Array, context: OpenContext): Promise<readonly LocalFile[]> {
  let inflated = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      inflated += chunk.length;
      if (inflated > INFLATED_LIMIT) controller.error(new RangeError("too large"));
      else if (context.signal.aborted) controller.error(new Error("cancelled"));
      else controller.enqueue(chunk);
    },
  });
  const gunzip = new DecompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  let entries: Awaited<ReturnType<typeof unpackTar>>;
  try {
    entries = await unpackTar(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(gunzip).pipeThrough(counted), {
      strict: true,
    });
  } catch {
    throwIfCancelled(context.signal);
    if (inflated > INFLATED_LIMIT)
      fail("too-large", `Unpacked, this archive is larger than ${megabytes(INFLATED_LIMIT)}.`, "Leave out what is not needed.");
    return fail("corrupt", "This tar.gz is damaged or was cut off.", "Make the archive anew.");
  }
  const files: LocalFile[] = [];
  const byName = new Map<string, LocalFile>();
  for (const { header, data } of entries) {
    const path = header.name.replace(/^\.\//, "");
    const add = (file: LocalFile): void => {
      files.push(file);
      byName.set(path, file);
    };
    if (header.type === "file") {
      add({
        path,
        mode: ((header.mode ?? 0) & 0o100) === 0 ? "100644" : "100755",
        bytes: () => Promise.resolve(data ?? new Uint8Array(0)),
      });
    } else if (header.type === "symlink") {
      add({ path, mode: "120000", bytes: () => Promise.resolve(new TextEncoder().encode(header.linkname ?? "")) });
    } else if (header.type === "link") {
      const target = byName.get((header.linkname ?? "").replace(/^\.\//, ""));
      if (target === undefined)
        fail("corrupt", `${path} is a hard link to something that is not in the archive.`, "Make the archive anew.");
      add({ ...target, path });
    } else if (header.type !== "directory" && header.type !== "pax-global-header" && header.type !== "pax-header") {
      context.warn(`${path} was left out: it is no file, folder or link (${header.type ?? "unknown"}).`);
    }
  }
  return files;
}

/** gitformat-bundle(5): a line of signature, capabilities (v3), prerequisites, refs, an empty line, a pack. */
async function openBundle(name: string, bytes: Uint8Array, context: OpenContext): Promise<OpenedTree> {
  const head = bytes.subarray(0, Math.min(bytes.length, 1024 * 1024));
  const end = indexOfBlankLine(head);
  if (end < 0) fail("corrupt", `${name} has no end of its header.`, "Make the bundle anew.");
  const lines = new TextDecoder().decode(head.subarray(0, end)).split("\n");
  const refs = new Map<string, string>();
  for (const line of lines.slice(1)) {
    if (line.startsWith("-")) {
      fail(
        "corrupt",
        `${name} holds only what comes after ${line.slice(1, 13)}, not the whole tree.`,
        "Make it with: git bundle create all.bundle --all",
      );
    }
    if (line.startsWith("@") && !line.startsWith("@object-format=sha1"))
      fail(
        "corrupt",
        `${name} needs ${line.slice(1)}, which is not read here.`,
        "Make it with: git bundle create --version=2 all.bundle --all",
      );
    const [, oid, ref] = /^([0-9a-f]{40}) (.+)$/.exec(line) ?? [];
    if (oid !== undefined && ref !== undefined) refs.set(ref, oid);
  }
  const ref = ["HEAD", "refs/heads/main", "refs/heads/master", ...refs.keys()].find((one) => refs.has(one));
  const wanted = ref === undefined ? undefined : refs.get(ref);
  if (ref === undefined || !isOid(wanted))
    fail("empty", `${name} names no branch.`, "Make it with: git bundle create all.bundle --all");
  const fs = createMemoryFs();
  const place = { fs, gitdir: "/git", cache: {} };
  await git.init({ ...place, bare: true, defaultBranch: "main" });
  const file = "/git/objects/pack/pack-bundle.pack";
  await (fs.promises.writeFile as (path: string, content: Uint8Array) => Promise<void>)(file, bytes.subarray(end + 2));
  try {
    await git.indexPack({
      ...place,
      dir: "/",
      filepath: file.slice(1),
      onProgress: ({ loaded, total }) => {
        throwIfCancelled(context.signal);
        context.progress({ phase: "resolving", done: loaded, total: total > 0 ? total : null, text: name });
      },
    });
  } catch {
    throwIfCancelled(context.signal);
    fail("corrupt", `The objects in ${name} can't be read.`, "Make the bundle anew.");
  }
  const packs = await readPacks(fs, `${place.gitdir}/objects/pack`);
  const { commit, tree } = peelToCommit(packs, wanted);
  await copyTree(packs, tree, context.store, context);
  const branch = ref === "HEAD" ? [...refs].find(([one, oid]) => one.startsWith("refs/heads/") && oid === wanted)?.[0] : ref;
  return { tree, commit, ref: branch?.replace(/^refs\/heads\//, "") ?? null, source: name, url: `archive:${name}` };
}

function indexOfBlankLine(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) if (bytes[at + 1] === 10) return at;
  return -1;
}
