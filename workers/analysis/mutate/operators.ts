/**
 * What a line can be altered into. Most of it is StrykerJS's own operators, taken from its package as they are, since
 * people know them by name; four of ours follow, for mistakes that small models make and Stryker does not.
 */
import type { NodePath } from "@babel/traverse";
import * as t from "@babel/types";
// The package exports only its whole instrumenter, which brings a bundler's worth of Babel; the operators alone are pure.
import { allMutators } from "../../../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js";

export interface Operator {
  readonly name: string;
  mutate(path: NodePath): Iterable<t.Node>;
}

const nullishCoalescing: Operator = {
  name: "NullishCoalescing",
  *mutate(path) {
    const { node } = path;
    if (!t.isLogicalExpression(node) || node.operator === "&&") return;
    // `a || b ?? c` is no syntax: swapping beside another logical operator would need parentheses of its own.
    if (t.isLogicalExpression(path.parent) || t.isLogicalExpression(node.left) || t.isLogicalExpression(node.right)) return;
    yield t.logicalExpression(node.operator === "??" ? "||" : "??", t.cloneNode(node.left), t.cloneNode(node.right));
  },
};

const statementRemoval: Operator = {
  name: "StatementRemoval",
  *mutate(path) {
    if (
      path.isExpressionStatement() ||
      path.isReturnStatement() ||
      path.isThrowStatement() ||
      path.isBreakStatement() ||
      path.isContinueStatement()
    )
      yield t.emptyStatement();
  },
};

const numberStep: Operator = {
  name: "NumberStep",
  *mutate(path) {
    const { node } = path;
    if (!t.isNumericLiteral(node) || !Number.isSafeInteger(node.value) || t.isTSLiteralType(path.parent)) return;
    if ((t.isObjectProperty(path.parent) || t.isClassProperty(path.parent)) && path.parent.key === node) return;
    yield t.numericLiteral(node.value + 1);
    if (node.value > 0) yield t.numericLiteral(node.value - 1);
  },
};

const awaitRemoval: Operator = {
  name: "AwaitRemoval",
  *mutate(path) {
    if (path.isAwaitExpression()) yield t.cloneNode(path.node.argument);
  },
};

/** Regular expressions are left as they are: their mutants need weapon-regex, half of the size of all others together. */
const stryker = (allMutators as readonly Operator[]).filter(({ name }) => name !== "Regex");

export const OPERATORS: readonly Operator[] = [...stryker, nullishCoalescing, statementRemoval, numberStep, awaitRemoval];
