/** From a package's tarball to the files that a run can need. Only regular files, only paths that stay inside. */
import { unpackTar } from "modern-tar";
import { isKept, type Keep } from "../../src/core/dependencies/kept-files.ts";
import { parseRepoPath } from "../../src/core/snapshot/repo-path.ts";

export interface UnpackedFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface UnpackedPackage {
  readonly files: readonly UnpackedFile[];
  readonly hasInstallScript: boolean;
}

export async function unpackPackage(tarball: Uint8Array<ArrayBuffer>, keep: Keep): Promise<UnpackedPackage> {
  const unpacked =
    tarball[0] === 0x1f && tarball[1] === 0x8b
      ? new Blob([tarball]).stream().pipeThrough(new DecompressionStream("gzip"))
      : tarball;
  const files: UnpackedFile[] = [];
  let hasInstallScript = false;
  // The folder in a tarball is "package" by custom, and anything in practice.
  for (const entry of await unpackTar(unpacked, { strip: 1, filter: (header) => header.type === "file" })) {
    const path = parseRepoPath(entry.header.name);
    if (!path.ok || entry.data === undefined) continue;
    if (path.value === "package.json") hasInstallScript = namesInstallScript(entry.data);
    if (path.value === "binding.gyp") hasInstallScript = true;
    if (isKept(path.value, keep)) files.push({ path: path.value, bytes: entry.data });
  }
  return { files, hasInstallScript };
}

function namesInstallScript(bytes: Uint8Array): boolean {
  try {
    const { scripts } = JSON.parse(new TextDecoder().decode(bytes)) as { scripts?: Readonly<Record<string, unknown>> };
    return ["preinstall", "install", "postinstall"].some((name) => scripts?.[name] !== undefined);
  } catch {
    return false;
  }
}
