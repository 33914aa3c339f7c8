/**
 * Mutants of the changed lines as replacements of text, so that everything around them stays byte for byte what was
 * graded. Ids depend on the file and the place alone: the same change gives the same mutants.
 */
import { generate as print } from "@babel/generator";
import { parse } from "@babel/parser";
import traverse, { type NodePath } from "@babel/traverse";
import type { RepoPath } from "../../../src/core/snapshot/index.ts";
import type { SourcePlace } from "../../../src/core/evidence/index.ts";
import { pluginsFor } from "../parser-plugins.ts";
import { changedTokens, type ChangedTokens } from "./changed-tokens.ts";
import { OPERATORS } from "./operators.ts";

export interface Mutant {
  readonly id: string;
  readonly operator: string;
  readonly place: SourcePlace;
  readonly original: string;
  readonly replacement: string;
  readonly onChangedToken: boolean;
  /** Offsets in the file after the change. */
  readonly from: number;
  readonly to: number;
}

export interface MutatedFile {
  readonly path: RepoPath;
  readonly before: string | null;
  readonly after: string;
}

export function applyMutant(text: string, mutant: Pick<Mutant, "from" | "to" | "replacement">): string {
  return text.slice(0, mutant.from) + mutant.replacement + text.slice(mutant.to);
}

/** Sorted by how much they tell: on a changed token first, the small steps of numbers last. */
export function generateMutants(file: MutatedFile): readonly Mutant[] {
  const { path, after } = file;
  const changed = changedTokens(path, file.before ?? "", after);
  if (changed.ranges.length === 0) return [];
  const ast = parse(after, { sourceType: "unambiguous", plugins: pluginsFor(path), errorRecovery: true });
  const found = new Map<string, Mutant>();
  const visitor = (nodePath: NodePath): void => {
    const { node } = nodePath;
    if (node.start == null || node.end == null || !node.loc || inTypes(nodePath)) return;
    const { start, end, loc } = node;
    if (!linesOverlap(loc.start.line, loc.end.line, changed)) return;
    // A node much larger than the change would alter lines that nobody touched.
    const onChangedToken = changed.ranges.some(
      (range) => range.from < end && (range.to > start || (range.to === range.from && range.from >= start)),
    );
    if (!onChangedToken && loc.end.line - loc.start.line > 2) return;
    const original = after.slice(start, end);
    for (const operator of OPERATORS) {
      for (const replacementNode of operator.mutate(nodePath)) {
        const replacement = parenthesised(
          nodePath,
          print(replacementNode, { comments: false, jsescOption: { minimal: true } }).code,
        );
        if (replacement === original) continue;
        const key = `${String(start)}-${String(end)}-${replacement}`;
        if (found.has(key)) continue;
        found.set(key, {
          id: `${path}:${String(loc.start.line)}:${String(loc.start.column + 1)}:${operator.name}:${String(found.size)}`,
          operator: operator.name,
          place: { path, line: loc.start.line, column: loc.start.column + 1, endLine: loc.end.line, endColumn: loc.end.column + 1 },
          original,
          replacement,
          onChangedToken,
          from: start,
          to: end,
        });
      }
    }
  };
  walkAll(ast, visitor);
  return [...found.values()].sort((a, b) => weight(a) - weight(b) || a.from - b.from);
}

function walkAll(ast: ReturnType<typeof parse>, enter: (path: NodePath) => void): void {
  // Bundlers hand a CommonJS default over in two ways.
  const run = typeof traverse === "function" ? traverse : (traverse as unknown as { readonly default: typeof traverse }).default;
  run(ast, { enter });
}

function inTypes(path: NodePath): boolean {
  return (
    path.find(
      (each) =>
        each.node.type.startsWith("TS") &&
        ![
          "TSAsExpression",
          "TSNonNullExpression",
          "TSSatisfiesExpression",
          "TSTypeAssertion",
          "TSParameterProperty",
          "TSModuleBlock",
          "TSModuleDeclaration",
          "TSExportAssignment",
        ].includes(each.node.type),
    ) !== null || path.find((each) => each.isImportDeclaration() || each.isExportAllDeclaration()) !== null
  );
}

/** The replacement stands where the original stood; what binds weaker than before gets parentheses. */
function parenthesised(path: NodePath, code: string): string {
  const weak =
    /^(?:LogicalExpression|BinaryExpression|ConditionalExpression|ArrowFunctionExpression|AssignmentExpression|UnaryExpression|AwaitExpression)$/.test(
      path.node.type,
    );
  const tight =
    path.parentPath?.isExpression() === true &&
    !path.parentPath.isCallExpression() &&
    !path.parentPath.isArrayExpression() &&
    !path.parentPath.isArrowFunctionExpression();
  return weak && tight && !/^[\w$."'`[\]()]+$/.test(code) ? `(${code})` : code;
}

function linesOverlap(from: number, to: number, changed: ChangedTokens): boolean {
  for (let line = from; line <= to; line++) if (changed.lines.has(line)) return true;
  return false;
}

function weight(mutant: Mutant): number {
  const small = mutant.operator === "NumberStep" || mutant.operator === "StringLiteral" ? 2 : 0;
  return (mutant.onChangedToken ? 0 : 4) + small;
}
