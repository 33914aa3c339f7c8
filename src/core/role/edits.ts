/**
 * What a writing role's reply asks for, once read. Paths stay raw strings here on purpose: the mask, where the files
 * are, is what refuses `../x`, so that a refusal is seen and logged instead of being lost in a parser.
 */

/** One SEARCH/REPLACE block. Text with LF line ends, without a final line end. */
export interface Replacement {
  readonly search: string;
  readonly replace: string;
}

export type Edit =
  /** The whole file's content, with a final line end. */
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "replace"; readonly path: string; readonly blocks: readonly Replacement[] }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string };

export type EditErrorKind =
  | "no-edits"
  | "empty-path"
  | "no-path"
  | "two-paths"
  | "missing-fence"
  | "unclosed-fence"
  | "nested-fence"
  | "mixed-fence"
  | "empty-file"
  | "elided"
  | "unclosed-block"
  | "bad-block"
  | "empty-search"
  | "same-path-twice"
  | "bad-rename"
  | "search-not-found"
  | "search-not-unique"
  | "overlapping-blocks"
  | "no-change"
  | "unreadable-file";

/** `message` is written for the model that has to try again, and reads well enough for a person. */
export interface EditError {
  readonly kind: EditErrorKind;
  readonly message: string;
  /** 1-based line of the reply, where there is one. */
  readonly line?: number;
  readonly path?: string;
}
