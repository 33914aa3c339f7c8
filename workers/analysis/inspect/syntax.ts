/** Small readings of a TypeScript syntax tree that several fact finders share. Nothing here resolves types or runs code. */
import ts from "typescript";

export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly source: ts.SourceFile;
}

const SCRIPT = /\.([cm]?[jt]sx?)$/;

/** Null: not a script. Syntax errors do not stop the parser; they are told apart by `parseErrors`. */
export function parseScript(path: string, text: string): ParsedFile | null {
  const extension = SCRIPT.exec(path)?.[1];
  if (extension === undefined) return null;
  const kind = extension.endsWith("tsx")
    ? ts.ScriptKind.TSX
    : extension.endsWith("jsx") || extension === "js"
      ? ts.ScriptKind.JSX
      : ts.ScriptKind.TS;
  return { path, text, source: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) };
}

/** The parser keeps what it could not read on the source file, under a name that its types do not export. */
export function parseErrors(file: ParsedFile): readonly string[] {
  const { parseDiagnostics } = file.source as ts.SourceFile & { readonly parseDiagnostics?: readonly ts.Diagnostic[] };
  return (parseDiagnostics ?? []).map((each) => ts.flattenDiagnosticMessageText(each.messageText, "\n"));
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => {
    walk(child, visit);
  });
}

/** The dotted name of a callee or member, `it.skip.each`, with calls in between left out; null where it isn't one. */
export function dottedName(node: ts.Node): string | null {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) {
    const left = dottedName(node.expression);
    return left === null ? null : `${left}.${node.name.text}`;
  }
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    const left = dottedName(node.expression);
    return left === null ? null : `${left}.${node.argumentExpression.text}`;
  }
  if (ts.isCallExpression(node)) return dottedName(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return dottedName(node.tag);
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node))
    return dottedName(node.expression);
  if (node.kind === ts.SyntaxKind.ThisKeyword) return "this";
  if (ts.isMetaProperty(node)) return "import.meta";
  return null;
}

const TEST_ROOT = /^(?:(?:it|test|bench|specify|xit|xtest|fit)\b)/;
const SUITE_ROOT = /^(?:(?:describe|suite|xdescribe|fdescribe|context)\b)/;

export interface TestCall {
  readonly kind: "test" | "suite";
  readonly call: ts.CallExpression;
  readonly name: string;
  /** Source text of the title argument. */
  readonly title: string;
  readonly callback: ts.FunctionLikeDeclaration | null;
}

/** `it(…)`, `test.each(…)(…)`, `describe.skip(…)`, with any chain between. */
export function asTestCall(node: ts.Node): TestCall | null {
  if (!ts.isCallExpression(node)) return null;
  const name = dottedName(node.expression);
  if (name === null) return null;
  const kind = TEST_ROOT.test(name) ? "test" : SUITE_ROOT.test(name) ? "suite" : null;
  if (kind === null) return null;
  const [title] = node.arguments;
  // `test.each(table)` alone is not a test yet, and `test.skip()` inside a body is a call of its own.
  if (
    title === undefined ||
    !(
      ts.isStringLiteralLike(title) ||
      ts.isTemplateExpression(title) ||
      ts.isIdentifier(title) ||
      ts.isPropertyAccessExpression(title) ||
      ts.isBinaryExpression(title)
    )
  )
    return null;
  if (node.arguments.length < 2 && !/\.(todo|skip)$/.test(name)) return null;
  const callback =
    node.arguments.find(
      (argument): argument is ts.ArrowFunction | ts.FunctionExpression =>
        ts.isArrowFunction(argument) || ts.isFunctionExpression(argument),
    ) ?? null;
  return { kind, call: node, name, title: title.getText(), callback };
}

const ASSERTION_ROOT = /^(?:expect|assert|should|chai|expectTypeOf|assertType|t)\b/;

/** A statement-level assertion: the outermost call of an `expect(…)…` or `assert…(…)` chain. */
export function isAssertion(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false;
  const name = dottedName(node.expression);
  if (name === null || !ASSERTION_ROOT.test(name)) return false;
  let parent = node.parent;
  while (ts.isPropertyAccessExpression(parent) || ts.isNonNullExpression(parent)) parent = parent.parent;
  return !(ts.isCallExpression(parent) && parent.expression !== node && isInside(parent.expression, node));
}

function isInside(outer: ts.Node, inner: ts.Node): boolean {
  return inner.pos >= outer.pos && inner.end <= outer.end;
}

/** Whitespace and comments folded, so that formatting alone is no difference. */
export function normalised(node: ts.Node): string {
  return node
    .getText()
    .replace(/\s+/g, " ")
    .replace(/,\s*([)\]}])/g, "$1")
    .trim();
}
