/** Which tokens of a file a change brought, by comparing token sequences: whitespace and comments are no change. */
import { diffArrays } from "diff";
import ts from "typescript";

export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

export interface ChangedTokens {
  /** Offsets into the text after the change; where something was only taken out, the empty range where it stood. */
  readonly ranges: readonly TokenRange[];
  /** 1-based lines that hold a changed token. */
  readonly lines: ReadonlySet<number>;
}

interface Token extends TokenRange {
  readonly text: string;
}

function tokensOf(path: string, text: string): readonly Token[] {
  const kind = /\.[cm]?tsx$/.test(path) ? ts.ScriptKind.TSX : /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const tokens: Token[] = [];
  // Only the tree knows what is a template, a regular expression or JSX text: a scanner alone would guess.
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (children.length === 0) {
      const from = node.getStart(source);
      if (node.end > from) tokens.push({ from, to: node.end, text: text.slice(from, node.end) });
    } else for (const child of children) visit(child);
  };
  visit(source);
  return tokens;
}

export function changedTokens(path: string, before: string, after: string): ChangedTokens {
  const old = tokensOf(path, before);
  const now = tokensOf(path, after);
  const ranges: TokenRange[] = [];
  let at = 0;
  const parts = diffArrays(
    old.map((token) => token.text),
    now.map((token) => token.text),
  );
  parts.forEach((part, index) => {
    if (part.added) for (const token of now.slice(at, at + part.value.length)) ranges.push({ from: token.from, to: token.to });
    else if (part.removed && !parts[index + 1]?.added && !parts[index - 1]?.added) {
      const place = now[at]?.from ?? after.length;
      ranges.push({ from: place, to: place });
    }
    if (!part.removed) at += part.value.length;
  });
  const source = ts.createSourceFile(path, after, ts.ScriptTarget.Latest);
  const lines = new Set(ranges.map(({ from }) => source.getLineAndCharacterOfPosition(from).line + 1));
  return { ranges, lines };
}
