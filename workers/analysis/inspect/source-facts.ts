/** Facts about code of either role: holes in the types, hands on the runner or on intrinsics, exits, network, clocks. */
import ts from "typescript";
import type { FactSink } from "./inspect.ts";
import { dottedName, normalised, walk, type ParsedFile } from "./syntax.ts";

const INTRINSICS =
  /^(?:globalThis\.|window\.|global\.|self\.)?(?:Object|Function|Array|String|Number|Boolean|Symbol|BigInt|Promise|Map|Set|WeakMap|WeakSet|WeakRef|RegExp|Error|TypeError|RangeError|Date|Math|JSON|Reflect|Proxy|Iterator|ArrayBuffer|DataView|Uint8Array|EventTarget|MessagePort|Atomics)(?:\.|$)/;
const GLOBAL_OBJECTS = /^(?:globalThis|window|global|self)\./;
const RUNNER_NAMES =
  /__vitest|__vite_|\$\$jest|jest-matchers|JEST_|__jest|expect-global|matchers-object|asymmetric-matchers|vitest:|customEqualityTesters|addEqualityTesters/;
const SUPPRESSIONS =
  /@ts-(?:ignore|expect-error|nocheck)|eslint-disable(?:-next-line|-line)?|biome-ignore|oxlint-disable|prettier-ignore|istanbul ignore|v8 ignore|c8 ignore|Stryker disable/g;
const NETWORK_MODULES =
  /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns)(?:\/|$)|^(?:undici|axios|node-fetch|got|ky|ws|superagent)$/;
const PROCESS_MODULES = /^(?:node:)?(?:child_process|worker_threads|cluster|vm|inspector|v8)$/;
const TEST_ENV = /^(?:process\.env|import\.meta\.env)\.(?:NODE_ENV|VITEST\w*|JEST\w*|TEST|MODE|CI|DEV|PROD)$/;
const TEST_NAMES = /^(?:describe|it|test|expect|vi|vitest|jest|beforeEach|afterEach|beforeAll|afterAll)$/;

export function findSourceFacts(file: ParsedFile, sink: FactSink): void {
  findSuppressions(file, sink);
  const counters = moduleCounters(file);
  const moduleNames = namesOfModule(file);
  walk(file.source, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) sink("any-added", node, "any");
    else if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) sink("type-assertion-added", node, normalised(node));
    else if (ts.isNonNullExpression(node)) sink("type-assertion-added", node, normalised(node));
    else if (ts.isCatchClause(node)) inspectCatch(node, sink);
    else if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      inspectModule(node, node.moduleSpecifier.text, sink);
    else if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) inspectAssignment(node, sink);
    else if (ts.isCallExpression(node)) inspectCall(node, sink);
    else if (ts.isNewExpression(node)) inspectNew(node, sink);
    else if (ts.isTypeOfExpression(node) && ts.isIdentifier(node.expression) && TEST_NAMES.test(node.expression.text))
      sink("environment-branch", node, normalised(node));
    else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) inspectMember(node, sink);
    else if (ts.isIdentifier(node) && RUNNER_NAMES.test(node.text)) sink("runner-global", node, node.text);
    else if (ts.isIdentifier(node) && SIMULATED.test(node.text)) sink("environment-branch", node, node.text);
    else if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)) inspectText(node, sink);
    else if (ts.isThrowStatement(node) && /not\s+(?:yet\s+)?implemented|unimplemented|todo/i.test(node.getText()))
      sink("stub", node, normalised(node));
    else if (ts.isIfStatement(node) || ts.isConditionalExpression(node))
      inspectCondition(ts.isIfStatement(node) ? node.expression : node.condition, counters, moduleNames, sink);
    if (ts.isPropertyAssignment(node)) inspectEntry(node, sink);
    if (ts.isMetaProperty(node) && ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === "vitest")
      sink("test-only-mode", node.parent, "import.meta.vitest");
    if ((ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) && node.name.getText() === "asymmetricMatch")
      sink("runner-global", node, "asymmetricMatch");
    if (
      ts.isComputedPropertyName(node) &&
      normalised(node.expression) === "Symbol.iterator" &&
      (ts.isMethodDeclaration(node.parent) || ts.isPropertyAssignment(node.parent))
    )
      sink("type-assertion-added", node, "own Symbol.iterator");
  });
}

function findSuppressions(file: ParsedFile, sink: FactSink): void {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, file.source.languageVariant, file.text);
  // The scanner alone can lose its way in templates and JSX; comments that the tree knows of are enough for both.
  scanner.setText(file.text);
  const seen = new Set<number>();
  walk(file.source, (node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(file.text, node.end) ?? []),
    ]) {
      if (seen.has(range.pos)) continue;
      seen.add(range.pos);
      for (const match of file.text.slice(range.pos, range.end).matchAll(SUPPRESSIONS))
        sink("suppression-added", range.pos + match.index, match[0]);
    }
  });
}

function inspectCatch(clause: ts.CatchClause, sink: FactSink): void {
  if (clause.block.statements.length === 0) {
    sink("empty-catch", clause, normalised(clause));
    return;
  }
  const name =
    clause.variableDeclaration && ts.isIdentifier(clause.variableDeclaration.name) ? clause.variableDeclaration.name.text : null;
  const uses = (node: ts.Node): boolean =>
    ts.isThrowStatement(node) ||
    (name !== null && ts.isIdentifier(node) && node.text === name) ||
    ts.forEachChild(node, (child) => uses(child) || undefined) === true;
  if (!uses(clause.block)) sink("error-swallowed", clause, normalised(clause));
}

function inspectModule(node: ts.Node, specifier: string, sink: FactSink): void {
  if (NETWORK_MODULES.test(specifier) || /^(?:https?:|data:|blob:|\/\/)/.test(specifier)) sink("network", node, specifier);
  if (PROCESS_MODULES.test(specifier)) sink("child-process", node, specifier);
  if (/^@?vitest(?:\/|$)|^(?:node:test|@jest\/globals|jest)$/.test(specifier)) sink("test-only-mode", node, specifier);
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function inspectAssignment(node: ts.BinaryExpression, sink: FactSink): void {
  const target = dottedName(node.left);
  const text = normalised(node);
  if (/\.prototype(?:\.|\[)|\.__proto__(?:\.|\[)/.test(node.left.getText()) && INTRINSICS.test(target ?? node.left.getText()))
    sink("intrinsic-write", node, text);
  else if (/__proto__\s*(?:\.|\[)/.test(node.left.getText())) sink("intrinsic-write", node, text);
  else if (target !== null && INTRINSICS.test(target) && target.replace(GLOBAL_OBJECTS, "").includes("."))
    sink("intrinsic-write", node, text);
  else if (target !== null && GLOBAL_OBJECTS.test(target))
    sink(/\.(?:expect|vi|it|test|describe)$/.test(target) ? "runner-global" : "global-write", node, text);
  else if (target !== null && /^(?:expect|vi)(?:\.|$)/.test(target)) sink("runner-global", node, text);
  else if (target === "process.exitCode") sink("process-exit", node, text);
  else if (target !== null && /(?:^|\.)task(?:\.|$)/.test(target) && /\.(?:fails|mode|result|retry|meta)\b/.test(target))
    sink("runner-global", node, text);
}

function inspectCall(node: ts.CallExpression, sink: FactSink): void {
  const name = dottedName(node.expression);
  const text = normalised(node);
  const [first] = node.arguments;
  if (name === null) {
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword && first) {
      const specifier = ts.isStringLiteralLike(first) ? first.text : constantText(first);
      if (specifier !== null) inspectModule(node, specifier, sink);
    }
    return;
  }
  if (/^(?:Object|Reflect)\.(?:defineProperty|defineProperties|assign|setPrototypeOf|set|deleteProperty)$/.test(name) && first) {
    const target = first.getText();
    if (INTRINSICS.test(target)) sink("intrinsic-write", node, text);
    else if (/^(?:globalThis|window|global|self)$/.test(target)) sink("global-write", node, text);
    else if (/^expect$/.test(target)) sink("runner-global", node, text);
  }
  if (/__define[GS]etter__$/.test(name)) sink("intrinsic-write", node, text);
  if (/^process\.(?:exit|abort|kill|reallyExit|emit|removeAllListeners|dlopen|binding)$/.test(name))
    sink("process-exit", node, text);
  if (/^(?:globalThis\.|window\.|self\.)?fetch$|^navigator\.sendBeacon$|^importScripts$/.test(name)) sink("network", node, name);
  if (name === "require" && first && ts.isStringLiteralLike(first)) inspectModule(node, first.text, sink);
  if (
    /^(?:fs|fsp|fsPromises|promises|\w*fs)\.?\w*\.?(?:writeFile|appendFile|rm|unlink|rename|mkdir|cp|copyFile|symlink|chmod|truncate)(?:Sync)?$/i.test(
      name,
    ) ||
    /^(?:writeFile|appendFile|unlink|copyFile)(?:Sync)?$/.test(name)
  )
    sink("file-write", node, text);
  if (/^(?:vi|vitest|jest)\./.test(name)) sink("test-only-mode", node, name);
  if (/^(?:vi|vitest)\.(?:stubGlobal|stubEnv)$/.test(name)) sink("global-write", node, text);
  if (/^expect\.(?:extend|addEqualityTesters|setState|getState|addSnapshotSerializer)$/.test(name))
    sink("runner-global", node, name);
  if (/^(?:Date\.now|Math\.random|performance\.now|crypto\.randomUUID|crypto\.getRandomValues)$/.test(name))
    sink("clock-or-randomness", node, name);
  if (/^(?:console\.trace|Error\.captureStackTrace)$/.test(name)) sink("environment-branch", node, text);
  if (name.endsWith(".catch") && first && (ts.isArrowFunction(first) || ts.isFunctionExpression(first))) {
    const { body } = first;
    if ((ts.isBlock(body) && body.statements.length === 0) || /^(?:undefined|null|void 0)$/.test(body.getText()))
      sink("empty-catch", node, `.catch(${normalised(first)})`);
  }
}

/** The text of a name that stands for one string: what an import asks for, kept a line away from it. */
function constantText(node: ts.Expression): string | null {
  if (!ts.isIdentifier(node)) return null;
  let found: string | null = null;
  walk(node.getSourceFile(), (each) => {
    if (
      ts.isVariableDeclaration(each) &&
      ts.isIdentifier(each.name) &&
      each.name.text === node.text &&
      each.initializer &&
      ts.isStringLiteralLike(each.initializer)
    )
      found = each.initializer.text;
  });
  return found;
}

/** One entry of a table: what goes in, and what comes out. */
function inspectEntry(node: ts.PropertyAssignment, sink: FactSink): void {
  const key =
    ts.isStringLiteralLike(node.name) || ts.isIdentifier(node.name) || ts.isNumericLiteral(node.name) ? node.name.text : null;
  if (key === null || !ts.isStringLiteralLike(node.initializer)) return;
  const { text } = node.initializer;
  if (key.length > 2 && text.length > 2) sink("literal-special-case", node, `${JSON.stringify(key)} => ${JSON.stringify(text)}`);
}

function inspectNew(node: ts.NewExpression, sink: FactSink): void {
  const name = dottedName(node.expression) ?? "";
  if (/^(?:globalThis\.|window\.|self\.)?(?:XMLHttpRequest|WebSocket|EventSource|RTCPeerConnection|WebTransport)$/.test(name))
    sink("network", node, name);
  if (/^(?:globalThis\.|self\.)?Worker$/.test(name)) sink("child-process", node, name);
  if (name === "Date" && (node.arguments?.length ?? 0) === 0) sink("clock-or-randomness", node, "new Date()");
  if (name === "Function") sink("runner-global", node, "new Function");
}

function inspectMember(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, sink: FactSink): void {
  const name = dottedName(node);
  if (name === null) {
    // `new Error().stack` read for what it tells about the caller.
    if (ts.isPropertyAccessExpression(node) && node.name.text === "stack" && /new\s+(?:\w*Error)\b/.test(node.expression.getText()))
      sink("environment-branch", node, normalised(node));
    return;
  }
  if (TEST_ENV.test(name)) sink("environment-branch", node, name);
  if (/^(?:globalThis|window|global|self)\.(?:describe|it|test|expect|vi|vitest|jest)$/.test(name))
    sink("environment-branch", node, name);
  if (/^process\.(?:argv|execArgv|title)$/.test(name)) sink("environment-branch", node, name);
  if (ts.isPropertyAccessExpression(node) && RUNNER_NAMES.test(node.name.text)) sink("runner-global", node, name);
}

/** What a simulated browser says of itself, and what a person's does not. */
const SIMULATED = /happy-?dom|jsdom|__karma__|\bcypress\b/i;

function inspectText(node: ts.StringLiteralLike | ts.RegularExpressionLiteral, sink: FactSink): void {
  if (SIMULATED.test(node.text)) sink("environment-branch", node, node.text);
  if (RUNNER_NAMES.test(node.text)) sink("runner-global", node, node.text);
  if (/(?:^|\/)\.git(?:\/|$)|^git (?:log|show|diff|cat-file)\b/.test(node.text)) sink("git-history", node, node.text);
}

function namesOfModule(file: ParsedFile): ReadonlySet<string> {
  return new Set(
    file.source.statements
      .filter((statement) => ts.isVariableStatement(statement))
      .flatMap((statement) =>
        statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])),
      ),
  );
}

/** Module-level `let n = 0` that functions change: what they return may depend on how often they were called. */
function moduleCounters(file: ParsedFile): ReadonlySet<string> {
  const candidates = new Set<string>();
  for (const statement of file.source.statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) !== 0) continue;
    for (const declaration of statement.declarationList.declarations)
      if (ts.isIdentifier(declaration.name)) candidates.add(declaration.name.text);
  }
  const changed = new Set<string>();
  walk(file.source, (node) => {
    const target =
      (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
      (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
        ? node.operand
        : ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)
          ? node.left
          : null;
    if (target && ts.isIdentifier(target) && candidates.has(target.text)) changed.add(target.text);
  });
  return changed;
}

function inspectCondition(
  condition: ts.Expression,
  counters: ReadonlySet<string>,
  moduleNames: ReadonlySet<string>,
  sink: FactSink,
): void {
  walk(condition, (node) => {
    if (ts.isIdentifier(node) && counters.has(node.text)) sink("call-counter", condition, normalised(condition));
    if (ts.isPropertyAccessExpression(node) && node.name.text === "stack")
      sink("environment-branch", condition, normalised(condition));
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) {
      for (const side of [node.left, node.right])
        if (isTellingLiteral(side)) sink("literal-special-case", condition, side.getText());
    }
    // State that a question uses up: asked again, it answers differently.
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(?:pop|shift|splice|next)$/.test(node.expression.name.text) &&
      ts.isIdentifier(node.expression.expression) &&
      moduleNames.has(node.expression.expression.text)
    )
      sink("call-counter", condition, normalised(condition));
    if (ts.isCallExpression(node) && /\.(?:includes|startsWith|endsWith|has|test)$/.test(dottedName(node.expression) ?? "")) {
      for (const argument of node.arguments)
        if (isTellingLiteral(argument)) sink("literal-special-case", condition, argument.getText());
    }
  });
}

/** A literal that could be one case's input: not 0, 1, -1, an empty or one-character string, or a `typeof` name. */
function isTellingLiteral(node: ts.Expression): boolean {
  if (ts.isNumericLiteral(node)) return !["0", "1", "2", "-1", "10", "100"].includes(node.text);
  if (ts.isStringLiteralLike(node))
    return node.text.length > 1 && !/^(?:undefined|string|number|boolean|object|function|symbol|bigint|default)$/.test(node.text);
  return false;
}
