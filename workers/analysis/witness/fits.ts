/**
 * Whether source text could stand where a type is asked for. Only what is written down as a literal is looked at; whatever
 * else stands there was taken from a test that compiles.
 */
import ts from "typescript";
import type { Shape } from "./shapes.ts";

export function fits(node: ts.Expression, shape: Shape): boolean {
  if (shape.kind === "unknown") return true;
  if (shape.kind === "union") return shape.open === true || shape.of.some((each) => fits(node, each));
  if (ts.isParenthesizedExpression(node)) return fits(node.expression, shape);
  if (ts.isStringLiteralLike(node)) return isOf(node.text, shape);
  if (ts.isNumericLiteral(node)) return isOf(Number(node.text), shape);
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return isOf(node.kind === ts.SyntaxKind.TrueKeyword, shape);
  if (node.kind === ts.SyntaxKind.NullKeyword) return shape.kind === "null";
  if (ts.isArrayLiteralExpression(node)) {
    if (shape.kind === "array") return node.elements.every((element) => fits(element, shape.of));
    if (shape.kind !== "tuple") return false;
    return node.elements.length <= shape.of.length && node.elements.every((element, at) => fits(element, shape.of[at] ?? ANYTHING));
  }
  if (ts.isObjectLiteralExpression(node)) {
    if (shape.kind !== "object" && shape.kind !== "record") return false;
    return node.properties.every(
      (property) =>
        !ts.isPropertyAssignment(property) ||
        fits(
          property.initializer,
          shape.kind === "record"
            ? shape.value
            : (shape.properties.find(({ name }) => name === nameOf(property))?.shape ?? ANYTHING),
        ),
    );
  }
  return true;
}

const ANYTHING: Shape = { kind: "unknown" };

function isOf(value: string | number | boolean, shape: Shape): boolean {
  return shape.kind === "literal" ? shape.value === value : shape.kind === typeof value;
}

function nameOf({ name }: ts.PropertyAssignment): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : name.getText();
}
