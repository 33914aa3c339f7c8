/**
 * Tests whose subject is types (Vitest's `typecheck`): nothing of them runs. Which tests a file has is read from its
 * syntax, and a test is red where the type check found something between its first character and its last.
 */
import type ts from "typescript";
import type { TypeTest } from "../../src/protocol/typecheck.ts";
import type { TypeScript } from "./projects.ts";

const CALLS = new Set(["it", "test", "describe", "suite"]);
/** `test.each(table)` makes the function that is called with the title. */
const MAKERS = new Set(["each", "for", "skipIf", "runIf", "extend", "scoped", "override"]);
const ASSERTIONS = /\b(?:expectTypeOf|assertType|expectType)\b|@ts-expect-error/g;

export interface FoundTest extends TypeTest {
  readonly from: number;
  readonly to: number;
}

export function typeTestsIn(typescript: TypeScript, source: ts.SourceFile): readonly FoundTest[] {
  const found: (Omit<FoundTest, "errors" | "mode"> & { mode: TypeTest["mode"] })[] = [];

  function nameOf(node: ts.Expression): string | null {
    if (typescript.isIdentifier(node)) return node.text;
    if (typescript.isCallExpression(node)) return nameOf(node.expression);
    if (typescript.isTaggedTemplateExpression(node)) return nameOf(node.tag);
    if (typescript.isParenthesizedExpression(node)) return nameOf(node.expression);
    if (!typescript.isPropertyAccessExpression(node)) return null;
    return CALLS.has(node.name.text) ? node.name.text : nameOf(node.expression);
  }

  function visit(node: ts.Node, suites: readonly string[], inherited: TypeTest["mode"]): void {
    const call = typescript.isCallExpression(node) ? read(node, inherited) : null;
    if (call === null) {
      typescript.forEachChild(node, (child) => {
        visit(child, suites, inherited);
      });
      return;
    }
    const titles = [...suites, call.title];
    if (call.isSuite) for (const argument of call.node.arguments) visit(argument, titles, call.mode);
    else {
      const [from, to] = [call.node.getStart(source), call.node.getEnd()];
      found.push({ titles, mode: call.mode, from, to, assertions: source.text.slice(from, to).match(ASSERTIONS)?.length ?? 0 });
    }
  }

  function read(
    node: ts.CallExpression,
    inherited: TypeTest["mode"],
  ): {
    readonly node: ts.CallExpression;
    readonly title: string;
    readonly isSuite: boolean;
    readonly mode: TypeTest["mode"];
  } | null {
    const name = nameOf(node.expression);
    const property = typescript.isPropertyAccessExpression(node.expression) ? node.expression.name.text : "";
    const [title] = node.arguments;
    if (name === null || !CALLS.has(name) || MAKERS.has(property) || title === undefined) return null;
    const own = property === "skip" || property === "only" || property === "todo" ? property : "run";
    return {
      node,
      title: typescript.isStringLiteralLike(title) ? title.text : title.getText(source),
      isSuite: name === "describe" || name === "suite",
      mode: own === "run" ? inherited : own,
    };
  }

  visit(source, [], "run");
  if (found.some(({ mode }) => mode === "only")) for (const test of found) if (test.mode === "run") test.mode = "skip";
  return found.map((test) => ({ ...test, errors: [] }));
}
