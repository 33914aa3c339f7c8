/** Inputs that the suite itself uses: arguments written down in test files, and the literals that stand in the code. */
import ts from "typescript";
import { dottedName, parseScript, walk, type ParsedFile } from "../inspect/syntax.ts";
import type { Hints } from "./draw.ts";

const MAX_SOURCE = 600;

/** Argument lists, as source text, of calls to `name` whose arguments stand for themselves. */
export function harvestCalls(path: string, text: string, name: string): readonly string[] {
  const file = parseScript(path, text);
  if (!file) return [];
  const constants = constantsOf(file);
  const calls = new Set<string>();
  walk(file.source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const callee = dottedName(node.expression);
    if (callee !== name && callee?.endsWith(`.${name}`) !== true) return;
    const parts = node.arguments.map((argument) => literalSource(argument, constants, 0));
    if (parts.every((part) => part !== null)) calls.add(parts.join(", "));
  });
  return [...calls].filter((source) => source.length <= MAX_SOURCE);
}

/** Properties, as one object literal's source text, of elements `<name … />` whose properties stand for themselves. */
export function harvestElements(path: string, text: string, name: string): readonly string[] {
  const file = parseScript(path, text);
  if (!file) return [];
  const constants = constantsOf(file);
  const found = new Set<string>();
  walk(file.source, (node) => {
    if (!(ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) || node.tagName.getText() !== name) return;
    const fields = node.attributes.properties.map((attribute) => {
      if (!ts.isJsxAttribute(attribute) || ts.isJsxNamespacedName(attribute.name)) return null;
      const { initializer } = attribute;
      const value =
        initializer === undefined
          ? "true"
          : ts.isStringLiteral(initializer)
            ? JSON.stringify(initializer.text)
            : ts.isJsxExpression(initializer) && initializer.expression
              ? literalSource(initializer.expression, constants, 0)
              : null;
      return value === null ? null : `${JSON.stringify(attribute.name.text)}: ${value}`;
    });
    if (fields.every((field) => field !== null)) found.add(`{ ${fields.join(", ")} }`);
  });
  return [...found].filter((source) => source.length <= MAX_SOURCE);
}

function constantsOf(file: ParsedFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  walk(file.source, (node) => {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer &&
      ts.isVariableDeclarationList(node.parent) &&
      (node.parent.flags & ts.NodeFlags.Const) !== 0
    )
      constants.set(node.name.text, node.initializer);
  });
  return constants;
}

/** The expression's text with constants put in, or null where it depends on anything else. */
function literalSource(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>, depth: number): string | null {
  if (depth > 4) return null;
  const inner = (each: ts.Expression): string | null => literalSource(each, constants, depth);
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isBigIntLiteral(node) || ts.isRegularExpressionLiteral(node))
    return node.getText();
  if ([ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind)) return node.getText();
  if (
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node)
  )
    return inner(node.expression);
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = inner(node.operand);
    return operand === null ? null : `${ts.tokenToString(node.operator) ?? ""}${operand}`;
  }
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map((element) => (ts.isSpreadElement(element) ? null : inner(element)));
    return items.every((item) => item !== null) ? `[${items.join(", ")}]` : null;
  }
  if (ts.isObjectLiteralExpression(node)) {
    const fields = node.properties.map((property) => {
      if (ts.isShorthandPropertyAssignment(property)) {
        const value = inner(property.name);
        return value === null ? null : `${property.name.text}: ${value}`;
      }
      if (ts.isSpreadAssignment(property)) {
        const value = inner(property.expression);
        return value === null ? null : `...${value}`;
      }
      if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return null;
      const value = inner(property.initializer);
      return value === null ? null : `${property.name.getText()}: ${value}`;
    });
    return fields.every((field) => field !== null) ? `{ ${fields.join(", ")} }` : null;
  }
  if (ts.isNewExpression(node) && /^(?:Date|Set|Map|Error|RegExp)$/.test(node.expression.getText())) {
    const parts = (node.arguments ?? []).map(inner);
    return parts.every((part) => part !== null) ? `new ${node.expression.getText()}(${parts.join(", ")})` : null;
  }
  if (ts.isIdentifier(node)) {
    if (node.text === "undefined") return "undefined";
    const constant = constants.get(node.text);
    return constant ? literalSource(constant, constants, depth + 1) : null;
  }
  if (ts.isArrowFunction(node) && node.typeParameters === undefined && usesOnlyParameters(node))
    return (
      ts
        .transpile(`(${node.getText()})`, { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext })
        .trim()
        // A script gets a prologue and a full stop; an argument has room for neither.
        .replace(/^"use strict";\s*|;$/g, "")
    );
  return null;
}

function usesOnlyParameters(node: ts.ArrowFunction): boolean {
  const known = new Set<string>(["undefined", "Math", "String", "Number", "Boolean", "Array", "Object", "JSON"]);
  for (const parameter of node.parameters)
    walk(parameter.name, (each) => {
      if (ts.isIdentifier(each)) known.add(each.text);
    });
  let free = false;
  walk(node.body, (each) => {
    if (!ts.isIdentifier(each) || known.has(each.text)) return;
    const { parent } = each;
    if (
      (ts.isPropertyAccessExpression(parent) && parent.name === each) ||
      (ts.isPropertyAssignment(parent) && parent.name === each)
    )
      return;
    free = true;
  });
  return !free;
}

export function hintsOf(texts: readonly { readonly path: string; readonly text: string }[]): Hints {
  const strings = new Set<string>();
  const numbers = new Set<number>();
  for (const { path, text } of texts) {
    const file = parseScript(path, text);
    if (!file) continue;
    walk(file.source, (node) => {
      if (ts.isStringLiteralLike(node) && node.text.length <= 40 && !ts.isImportDeclaration(node.parent)) strings.add(node.text);
      if (ts.isNumericLiteral(node) && Number.isSafeInteger(Number(node.text))) numbers.add(Number(node.text));
    });
  }
  return { strings: [...strings].slice(0, 40), numbers: [...numbers].slice(0, 20) };
}
