/**
 * Facts that are written so as not to look like what they are: a name put together from pieces, an error dropped by the
 * way a block is left, an `any` that is not spelt so.
 */
import ts from "typescript";
import type { FactSink } from "./inspect.ts";
import { dottedName, normalised, walk, type ParsedFile } from "./syntax.ts";

/** What leads from here to all that a source must not reach for. */
const DOORS = /^(?:globalThis|window|self|global|process|Error|Function|Reflect|expect|import\.meta)$/;
const LAST_EVENTS = /^(?:unhandledRejection|uncaughtException|rejectionHandled|uncaughtExceptionMonitor)$/;

export function findHiddenFacts(file: ParsedFile, sink: FactSink): void {
  const isScript = /\.[cm]?jsx?$/.test(file.path);
  walk(file.source, (node) => {
    if (isScript) inspectComments(node, sink);
    if (ts.isTypeQueryNode(node) && node.exprName.getText() === "JSON.parse") sink("any-added", node, normalised(node.parent));
    else if (ts.isTryStatement(node) && node.finallyBlock) inspectFinally(node.finallyBlock, sink);
    else if (ts.isElementAccessExpression(node) && DOORS.test(node.expression.getText()) && isBuilt(node.argumentExpression))
      sink("environment-branch", node, normalised(node));
    else if (ts.isCallExpression(node)) inspectCall(node, sink);
  });
}

function inspectCall(node: ts.CallExpression, sink: FactSink): void {
  const name = dottedName(node.expression) ?? "";
  const [first, second] = node.arguments;
  if (/^Reflect\.(?:get|has|getOwnPropertyDescriptor)$|^Object\.getOwnPropertyDescriptor$/.test(name)) {
    if (first && second && DOORS.test(first.getText()) && isBuilt(second)) sink("environment-branch", node, normalised(node));
    return;
  }
  // What a function looks like tells who wrote it, a test for one. A comparison with another function's text asks whether it is native.
  if (/^Function\.prototype\.toString\b/.test(name) && !isCompared(node)) sink("environment-branch", node, normalised(node));
  if (ts.isPropertyAccessExpression(node.expression) && first && ts.isStringLiteralLike(first) && LAST_EVENTS.test(first.text))
    if (/^(?:off|removeListener|removeAllListeners|listeners|rawListeners)$/.test(node.expression.name.text))
      sink("runner-global", node, normalised(node));
    else if (second && isIdle(second)) sink("empty-catch", node, normalised(node));
}

/** Leaving a `finally` block by its own door drops what was thrown before it. */
function inspectFinally(block: ts.Block, sink: FactSink): void {
  const look = (node: ts.Node, inLoop: boolean): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node) || (!inLoop && ts.isBreakOrContinueStatement(node)))
      sink("empty-catch", node, `finally { ${normalised(node)} }`);
    const loops = inLoop || ts.isIterationStatement(node, false) || ts.isSwitchStatement(node);
    ts.forEachChild(node, (child) => {
      look(child, loops);
    });
  };
  look(block, false);
}

/** In a script that is not TypeScript, types stand in comments. */
function inspectComments(node: ts.Node, sink: FactSink): void {
  for (const comment of ts.getJSDocCommentsAndTags(node)) {
    if (comment.parent !== node) continue;
    const look = (part: ts.Node): void => {
      if (
        part.kind === ts.SyntaxKind.AnyKeyword ||
        part.kind === ts.SyntaxKind.JSDocAllType ||
        part.kind === ts.SyntaxKind.JSDocUnknownType
      )
        sink("any-added", part, part.parent.getText().replace(/\s+/g, " ").slice(0, 80));
      ts.forEachChild(part, look);
    };
    look(comment);
  }
}

function isIdle(node: ts.Expression): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const { body } = node;
  return ts.isBlock(body) ? body.statements.length === 0 : /^(?:undefined|null|void 0)$/.test(body.getText());
}

function isCompared(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText());
}

/** Put together, and not spelt out: by `+`, by a template, by a call; here, or where the name was declared. */
function isBuilt(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return isBuilt(node.expression);
  if (ts.isTemplateExpression(node)) return true;
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.PlusToken;
  if (ts.isCallExpression(node)) return !/^(?:Symbol|Symbol\.for)$/.test(dottedName(node.expression) ?? "");
  if (!ts.isIdentifier(node)) return false;
  let built = false;
  walk(node.getSourceFile(), (each) => {
    if (ts.isVariableDeclaration(each) && ts.isIdentifier(each.name) && each.name.text === node.text && each.initializer)
      built ||= !ts.isIdentifier(each.initializer) && isBuilt(each.initializer);
  });
  return built;
}
