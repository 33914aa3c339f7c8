/** What a picker or a drop gives, as paths relative to the folder: both name the folder itself first, a repository doesn't. */
export interface PickedFiles {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly blob: Blob }[];
}

export function isArchive(name: string): boolean {
  return /\.(?:zip|tgz|tar\.gz|bundle)$/iu.test(name);
}

export function filesOfPicker(list: FileList | null): PickedFiles {
  const files = [...(list ?? [])].map((file) => ({
    path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath,
    blob: file,
  }));
  return withoutFolder(files);
}

/** Entries are asked for before anything is awaited: the drop's own list is emptied when its event ends. */
export async function filesOfDrop(transfer: DataTransfer): Promise<PickedFiles> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const files: { path: string; blob: Blob }[] = [];
  for (const entry of entries) await walk(entry, files);
  return withoutFolder(files);
}

async function walk(entry: FileSystemEntry, into: { path: string; blob: Blob }[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    into.push({ path: entry.fullPath.replace(/^\//u, ""), blob: file });
    return;
  }
  // What dependencies bring is installed from the lockfile, and a working copy's object store isn't the snapshot.
  if (entry.name === "node_modules" || entry.name === ".git") return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return;
    for (const child of batch) await walk(child, into);
  }
}

function withoutFolder(files: readonly { readonly path: string; readonly blob: Blob }[]): PickedFiles {
  const kept = files.filter(({ path }) => !/(?:^|\/)(?:node_modules|\.git)\//u.test(path));
  const first = kept[0]?.path.split("/")[0] ?? "";
  const shared = kept.length > 0 && kept.every(({ path }) => path.startsWith(`${first}/`));
  return shared
    ? { name: first, files: kept.map(({ path, blob }) => ({ path: path.slice(first.length + 1), blob })) }
    : { name: first === "" ? "folder" : first, files: kept };
}
