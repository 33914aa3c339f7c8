/**
 * The one form in which paths are compared for the purpose of denying. Wider than any file system's own notion of "the
 * same name" on purpose: a path that could be taken for a protected one on somebody's disk is denied as if it were it.
 */
import { foldPath } from "../snapshot/index.ts";

/** Characters that some file systems ignore in names (HFS+, RFC 3454 table B.1), or that hide how a name reads. */
const IGNORABLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const HIDDEN = new RegExp(IGNORABLE.source, "u");
/** Most paths are plain: the Unicode forms of these are themselves. */
const PLAIN = /^[\w./@+-]*$/;

export function hasHiddenCharacters(path: string): boolean {
  return HIDDEN.test(path);
}

/** NFKC, without case (upper and lower once each, so that `ſ`, `K` and `ı` meet their letters), without ignorables. */
export function denyForm(path: string): string {
  const cased = PLAIN.test(path)
    ? path.toLowerCase()
    : path
        .replace(IGNORABLE, "")
        .normalize("NFKC")
        .toUpperCase()
        .toLowerCase()
        .normalize("NFD")
        .replace(/\u0307/gu, "");
  // A segment of nothing but dots and spaces is no segment on Windows.
  return foldPath(cased)
    .split("/")
    .filter((segment) => !/^[. ]*$/u.test(segment))
    .join("/");
}
