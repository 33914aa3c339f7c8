/** Facts about tests: what is skipped, what asserts nothing, what was taken away. Stated here, judged by the gates. */
import ts from "typescript";
import type { FactSink } from "./inspect.ts";
import { asTestCall, dottedName, isAssertion, normalised, walk, type ParsedFile } from "./syntax.ts";

const LITERALS = new Set([
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
]);
const MOCKERS = /^(?:vi|vitest|jest)\.(?:mock|doMock|unstable_mockModule)$/;

export function findTestFacts(file: ParsedFile, sink: FactSink): void {
  const helpers = assertingFunctions(file);
  const byChance = CHANCE.test(file.text);
  walk(file.source, (node) => {
    const test = asTestCall(node);
    if (test) {
      const segments = test.name.split(".");
      if (
        segments.some((segment) => ["skip", "todo", "skipIf", "runIf", "fails", "failing"].includes(segment)) ||
        /^x(?:it|test|describe)\b/.test(test.name)
      )
        sink("test-skipped", test.call, `${test.name}(${test.title})`);
      if (segments.includes("only") || /^f(?:it|describe)\b/.test(test.name))
        sink("test-focused", test.call, `${test.name}(${test.title})`);
      for (const argument of test.call.arguments) if (ts.isObjectLiteralExpression(argument)) findModeOptions(argument, sink);
      if (test.kind === "test") {
        sink("test-removed", test.call, test.title);
        const [title] = test.call.arguments;
        if (segments.some((segment) => segment === "each" || segment === "for") && title && ts.isStringLiteralLike(title))
          sink("table-test", test.call, title.text);
        if (test.callback && !asserts(test.callback, helpers)) sink("no-assertion", test.call, test.title);
      }
    }
    if (ts.isCallExpression(node)) {
      const name = dottedName(node.expression);
      if (name !== null && MOCKERS.test(name)) {
        const [target] = node.arguments;
        const text =
          target && ts.isStringLiteralLike(target)
            ? target.text
            : target && ts.isCallExpression(target) && target.arguments[0] && ts.isStringLiteralLike(target.arguments[0])
              ? target.arguments[0].text
              : (target?.getText() ?? "");
        sink("mocked-module", node, text.startsWith(".") ? resolveFrom(file.path, text) : text);
      }
      if (name !== null && /^(?:ctx|context|t)\.skip$/.test(name)) sink("test-skipped", node, normalised(node));
      if (/\.(?:toMatchSnapshot|toMatchFileSnapshot|toThrowErrorMatchingSnapshot)$/.test(name ?? ""))
        sink("snapshot-written", node, normalised(node));
      if (/\.(?:toMatchInlineSnapshot|toThrowErrorMatchingInlineSnapshot)$/.test(name ?? "") && node.arguments.length === 0)
        sink("snapshot-written", node, normalised(node));
      if (
        name !== null &&
        /(?:^|\.)(?:readFile|readFileSync|open|createReadStream)$/.test(name) &&
        node.arguments[0] &&
        /\bsrc\b|\blib\b|import\.meta\.url|\.[cm]?tsx?['"`]/.test(node.arguments[0].getText())
      )
        sink("source-text-read", node, normalised(node));
    }
    if (
      ts.isImportDeclaration(node) &&
      ts.isStringLiteral(node.moduleSpecifier) &&
      /\?(?:raw|url|inline)\b/.test(node.moduleSpecifier.text)
    )
      sink("source-text-read", node, normalised(node));
    const guarded = byChance ? guardedBy(node) : null;
    if (guarded !== null && CHANCE.test(guarded.condition) && guarded.branches.some(holdsAssertion))
      sink("clock-or-randomness", node, `if (${guarded.condition})`);
    if (isAssertion(node)) {
      sink("assertion-removed", node, normalised(node));
      if (isTautology(node)) sink("tautology", node, normalised(node));
      if (isCaught(node)) sink("assertion-caught", node, normalised(node));
    }
  });
}

const CHANCE = /\b(?:Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|crypto\.(?:randomUUID|getRandomValues)\()/;

/** A condition, names of constants in it replaced by what they were set to, and what is done by it. */
function guardedBy(node: ts.Node): { readonly condition: string; readonly branches: readonly ts.Node[] } | null {
  const [condition, ...branches] = ts.isIfStatement(node)
    ? [node.expression, node.thenStatement, node.elseStatement]
    : ts.isConditionalExpression(node)
      ? [node.condition, node.whenTrue, node.whenFalse]
      : ts.isBinaryExpression(node) && /^(?:&&|\|\||\?\?)$/.test(node.operatorToken.getText())
        ? [node.left, node.right]
        : [];
  if (condition === undefined) return null;
  const text = normalised(condition).replace(
    /\b[A-Za-z_$][\w$]*\b/g,
    (name) => `${name}${initialiserOf(node.getSourceFile(), name)}`,
  );
  return { condition: text, branches: branches.filter((branch) => branch !== undefined) };
}

function initialiserOf(source: ts.SourceFile, name: string): string {
  let found = "";
  walk(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name && node.initializer)
      if (!ts.isFunctionLike(node.initializer)) found = ` = ${normalised(node.initializer)}`;
  });
  return found;
}

function holdsAssertion(node: ts.Node): boolean {
  let holds = false;
  walk(node, (each) => {
    holds ||= isAssertion(each);
  });
  return holds;
}

function findModeOptions(options: ts.ObjectLiteralExpression, sink: FactSink): void {
  for (const property of options.properties) {
    if (!property.name || !ts.isIdentifier(property.name)) continue;
    const off = ts.isPropertyAssignment(property) && property.initializer.kind === ts.SyntaxKind.FalseKeyword;
    if (off) continue;
    if (["skip", "todo", "fails"].includes(property.name.text)) sink("test-skipped", property, normalised(property));
    if (property.name.text === "only") sink("test-focused", property, normalised(property));
  }
}

/** Names of functions in this file that assert, so that a test which only calls a helper is not said to assert nothing. */
function assertingFunctions(file: ParsedFile): ReadonlySet<string> {
  const bodies = new Map<string, ts.Node>();
  walk(file.source, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name && node.body) bodies.set(node.name.text, node.body);
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer &&
      (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer))
    )
      bodies.set(node.name.text, node.initializer);
  });
  const asserting = new Set<string>();
  // A helper may call a helper: repeat until nothing is added.
  for (let before = -1; before !== asserting.size;) {
    before = asserting.size;
    for (const [name, body] of bodies) if (asserts(body, asserting)) asserting.add(name);
  }
  // What is imported and not a runner's own may assert, too: it isn't known here, and not knowing is not an accusation.
  for (const statement of file.source.statements) {
    if (
      !ts.isImportDeclaration(statement) ||
      !ts.isStringLiteral(statement.moduleSpecifier) ||
      !/helper|util|assert|setup|fixture|support|testing/i.test(statement.moduleSpecifier.text)
    )
      continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings)) for (const element of bindings.elements) asserting.add(element.name.text);
    if (statement.importClause?.name) asserting.add(statement.importClause.name.text);
  }
  return asserting;
}

function asserts(body: ts.Node, helpers: ReadonlySet<string>): boolean {
  let found = false;
  walk(body, (node) => {
    if (found || !ts.isCallExpression(node)) return;
    const name = dottedName(node.expression);
    if (name === null) return;
    if (
      /^(?:expect|assert|should|chai|expectTypeOf|assertType)\b|^t\.(?:assert|is|true|deepEqual)|(?:^|\.)(?:getBy|findBy|assert|expect)\w*$|\.should\b/.test(
        name,
      ) ||
      helpers.has(name.split(".")[0] ?? "")
    )
      found = true;
    // fc.assert, a property test, or a callback that throws: it can fail without an `expect`.
    if (/^(?:fc|fastCheck)\.(?:assert|check)$/.test(name)) found = true;
  });
  walk(body, (node) => {
    if (ts.isThrowStatement(node)) found = true;
  });
  return found;
}

/** `expect(A).toBe(A)`: the same text on both sides, or two literals. It passes whatever the code does. */
function isTautology(node: ts.CallExpression): boolean {
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee)) return false;
  let target: ts.Expression = callee.expression;
  let negated = false;
  while (ts.isPropertyAccessExpression(target)) {
    if (target.name.text === "not") negated = true;
    target = target.expression;
  }
  if (!ts.isCallExpression(target) || !/^expect(?:\.soft)?$/.test(dottedName(target.expression) ?? "")) return false;
  const [actual] = target.arguments;
  const [expected] = node.arguments;
  if (!actual) return false;
  const matcher = callee.name.text;
  if (/^to(?:Be|Equal|StrictEqual|Match|MatchObject)$/.test(matcher) && expected)
    return normalised(actual) === normalised(expected) || (LITERALS.has(actual.kind) && LITERALS.has(expected.kind));
  if (/^toBe(?:Defined|Truthy|Falsy|Null|Undefined|NaN)$/.test(matcher)) return LITERALS.has(actual.kind);
  if (!negated && matcher === "toBeGreaterThanOrEqual" && expected?.getText() === "0" && actual.getText().endsWith(".length"))
    return true;
  return false;
}

/** Inside a `try` whose `catch` neither throws nor asserts, or before a `.catch` that drops what it gets. */
function isCaught(node: ts.Node): boolean {
  for (let current: ts.Node = node; !ts.isSourceFile(current.parent); current = current.parent) {
    const { parent } = current;
    if (ts.isTryStatement(parent) && parent.tryBlock === current && parent.catchClause && dropsError(parent.catchClause.block))
      return true;
    if (ts.isPropertyAccessExpression(parent) && parent.name.text === "catch" && ts.isCallExpression(parent.parent)) {
      const [handler] = parent.parent.arguments;
      if (handler && (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler)) && dropsError(handler.body)) return true;
    }
    if ((ts.isArrowFunction(current) || ts.isFunctionExpression(current)) && ts.isCallExpression(parent) && asTestCall(parent))
      return false;
  }
  return false;
}

function dropsError(block: ts.Node): boolean {
  let kept = false;
  walk(block, (node) => {
    if (ts.isThrowStatement(node) || isAssertion(node)) kept = true;
    if (ts.isCallExpression(node) && /(?:^|\.)(?:fail|reject|done)$/.test(dottedName(node.expression) ?? "")) kept = true;
    // What is caught may be looked at afterwards: `let error; try { … } catch (e) { error = e }`.
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) kept = true;
  });
  return !kept;
}

export function resolveFrom(importer: string, specifier: string): string {
  const parts = importer.split("/").slice(0, -1);
  for (const segment of specifier.split("/")) {
    if (segment === "..") parts.pop();
    else if (segment !== ".") parts.push(segment);
  }
  return parts.join("/");
}
