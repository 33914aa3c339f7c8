/** What a picker or a drop gives, as paths relative to the folder: both name the folder itself first, a repository doesn't. */
export interface PickedFiles {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly blob: Blob }[];
  /** Folders that are never looked into: what dependencies bring is installed from the lockfile, history isn't the snapshot. */
  readonly leftOut: readonly string[];
}

const LEFT_OUT = /^(?:.*\/)?(?:node_modules|\.git)(?=\/)/u;

export function isArchive(name: string): boolean {
  return /\.(?:zip|tgz|tar\.gz|bundle)$/iu.test(name);
}

export function filesOfPicker(list: FileList | null): PickedFiles {
  const files = [...(list ?? [])].map((file) => ({
    path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath,
    blob: file,
  }));
  return withoutFolder(files, []);
}

/** Entries are asked for before anything is awaited: the drop's own list is emptied when its event ends. */
export async function filesOfDrop(transfer: DataTransfer, onFile: () => void, signal: AbortSignal): Promise<PickedFiles> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const files: { path: string; blob: Blob }[] = [];
  const leftOut: string[] = [];
  await walk(entries, files, leftOut, onFile, signal);
  return withoutFolder(files, leftOut);
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** As many files are asked for at once. One at a time is slow; thousands at once keep the page from answering for seconds. */
const AT_ONCE = 16;

async function walk(
  entries: readonly FileSystemEntry[],
  into: { path: string; blob: Blob }[],
  leftOut: string[],
  onFile: () => void,
  signal: AbortSignal,
): Promise<void> {
  const files = entries.filter((entry): entry is FileSystemFileEntry => entry.isFile);
  for (let from = 0; from < files.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const group = files.slice(from, from + AT_ONCE);
    const blobs = await Promise.all(group.map(fileOf));
    for (const [at, entry] of group.entries()) {
      const blob = blobs[at];
      if (blob === undefined) continue;
      into.push({ path: entry.fullPath.replace(/^\//u, ""), blob });
      onFile();
    }
  }
  for (const folder of entries.filter((entry): entry is FileSystemDirectoryEntry => entry.isDirectory)) {
    if (LEFT_OUT.test(`${folder.name}/`)) {
      leftOut.push(folder.fullPath.replace(/^\//u, ""));
      continue;
    }
    const reader = folder.createReader();
    for (;;) {
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
        reader.readEntries(resolve, reject);
      });
      if (batch.length === 0) break;
      await walk(batch, into, leftOut, onFile, signal);
    }
  }
}

function withoutFolder(files: readonly { readonly path: string; readonly blob: Blob }[], unread: readonly string[]): PickedFiles {
  const kept = files.filter(({ path }) => !LEFT_OUT.test(path));
  const folders = new Set([...unread, ...files.map(({ path }) => LEFT_OUT.exec(path)?.[0]).filter((path) => path !== undefined)]);
  const first = kept[0]?.path.split("/")[0] ?? "";
  const shared = kept.length > 0 && kept.every(({ path }) => path.startsWith(`${first}/`));
  const leftOut = [...folders].map((path) => (shared ? path.slice(first.length + 1) : path));
  return shared
    ? { name: first, files: kept.map(({ path, blob }) => ({ path: path.slice(first.length + 1), blob })), leftOut }
    : { name: first === "" ? "folder" : first, files: kept, leftOut };
}
