/**
 * Variations of inputs that the suite uses: the same shape, put together from parts that stand in the same place of other
 * inputs. An honest test says what a real input looks like; what it leaves out is most often one step away from there.
 */
import ts from "typescript";
import { fits } from "./fits.ts";
import { linear } from "./linear.ts";
import type { Shape } from "./shapes.ts";

const LONGEST_ARRAY = 4;

/**
 * Argument lists as source text in, others of their kind out, of the parameters' types; the same seed gives the same ones.
 * What no caller may write is nobody's input, and an answer to it tells nothing.
 */
export function variationsOf(
  sources: readonly string[],
  parameters: readonly Shape[],
  count: number,
  seed: number,
): readonly string[] {
  const calls = sources.map(argumentsOf).filter((call) => call !== null);
  if (calls.length === 0) return [];
  const pool = new Map<string, string[]>();
  for (const call of calls)
    call.forEach((node, index) => {
      collect(node, String(index), pool);
    });
  const random = linear(seed);
  const known = new Set(sources);
  const made = new Set<string>();
  for (let tries = 0; tries < count * 3 && made.size < count; tries++) {
    const call = calls[random(calls.length)];
    if (call === undefined) break;
    const text = call.map((node, index) => render(node, String(index), pool, random)).join(", ");
    if (!known.has(text) && isTyped(text, parameters)) made.add(text);
  }
  return [...made];
}

function isTyped(source: string, parameters: readonly Shape[]): boolean {
  return (argumentsOf(source) ?? []).every((node, at) => {
    const shape = parameters[at];
    return shape === undefined || fits(node, shape);
  });
}

function argumentsOf(source: string): readonly ts.Expression[] | null {
  const file = ts.createSourceFile("a.ts", `f(${source})`, ts.ScriptTarget.Latest, true);
  const [statement] = file.statements;
  return statement && ts.isExpressionStatement(statement) && ts.isCallExpression(statement.expression)
    ? statement.expression.arguments
    : null;
}

/** `1[].name`: the second argument's elements' names. */
function collect(node: ts.Expression, path: string, pool: Map<string, string[]>): void {
  const known = pool.get(path) ?? [];
  const text = node.getText();
  if (!known.includes(text)) pool.set(path, [...known, text]);
  if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) collect(element, `${path}[]`, pool);
  else if (ts.isObjectLiteralExpression(node))
    for (const property of node.properties)
      if (ts.isPropertyAssignment(property)) collect(property.initializer, `${path}.${property.name.getText()}`, pool);
}

/** A string that has much in common with another one: what begins, ends or reads like it, and is not it. */
export function neighbour(text: string, random: (below: number) => number): string {
  const cut = random(text.length + 1);
  const choices = [
    `${text}a`,
    `a${text}`,
    `${text} `,
    text.slice(0, -1),
    text.slice(1),
    text.toUpperCase(),
    text.toLowerCase(),
    text + text,
    "",
    `${text.slice(0, cut)}-${text.slice(cut)}`,
  ];
  return choices[random(choices.length)] ?? text;
}

function render(
  node: ts.Expression,
  path: string,
  pool: ReadonlyMap<string, readonly string[]>,
  random: (below: number) => number,
): string {
  const others = pool.get(path) ?? [];
  const other = others[random(Math.max(1, others.length))] ?? node.getText();
  if (ts.isArrayLiteralExpression(node)) {
    const elements = pool.get(`${path}[]`) ?? [];
    if (elements.length === 0 || random(4) === 0) return other;
    // Elements as they are, or others in their place; more of them, or fewer.
    if (random(2) === 0) return `[${node.elements.map((element) => render(element, `${path}[]`, pool, random)).join(", ")}]`;
    return `[${Array.from({ length: random(LONGEST_ARRAY + 1) }, () => elements[random(elements.length)]).join(", ")}]`;
  }
  if (ts.isObjectLiteralExpression(node)) {
    if (random(4) === 0) return other;
    const fields = node.properties.map((property) =>
      ts.isPropertyAssignment(property)
        ? `${property.name.getText()}: ${render(property.initializer, `${path}.${property.name.getText()}`, pool, random)}`
        : property.getText(),
    );
    return `{ ${fields.join(", ")} }`;
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return random(2) === 0 ? "true" : "false";
  if (ts.isStringLiteralLike(node) && random(3) === 0) return JSON.stringify(neighbour(node.text, random));
  if (ts.isNumericLiteral(node) && random(3) === 0) return String(Number(node.text) + random(3) - 1);
  return other;
}
