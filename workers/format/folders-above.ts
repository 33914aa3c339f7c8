import { ROOT } from "../typecheck/repository.ts";

/** The folders from the file's own up to the repository's root. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  let folder = `${ROOT}/${path}`;
  do {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    folders.push(folder);
  } while (folder.length > ROOT.length);
  return folders;
}
