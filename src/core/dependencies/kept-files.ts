/**
 * Which files of a package a run in the browser can ever need. Prevents two mistakes: shipping 80 MB of source maps and
 * manuals into every sandbox, and leaving out a declaration file, which would make the type check fail for no fault.
 */

/** `all`: the package is executed. `types`: it is replaced by ours when executed, and only its types are looked at. */
export type Keep = "all" | "types";

const DECLARATION = /\.d\.[cm]?ts$|\.d\.[\w-]+\.ts$/;
const LEGAL = /^(licen[cs]e|notice|copying|copyright)/i;
const NEVER =
  /\.(map|node|md|markdown|flow|tsbuildinfo|exe|dll|so|dylib|pdb|a|o)$|(^|\/)(\.npmignore|\.gitattributes|\.editorconfig)$/i;
/** Only at the root of a package: deeper down, folders of these names are code as often as not. */
const NEVER_ROOT_FOLDER = /^(docs?|tests?|__tests__|examples?|benchmarks?|bench|coverage|man|website|\.github|\.vscode)\//i;

export function isKept(pathInPackage: string, keep: Keep): boolean {
  if (pathInPackage === "package.json" || DECLARATION.test(pathInPackage)) return true;
  if (LEGAL.test(pathInPackage)) return true;
  if (NEVER.test(pathInPackage) || NEVER_ROOT_FOLDER.test(pathInPackage)) return false;
  return keep === "all" || /(^|\/)package\.json$/.test(pathInPackage);
}
