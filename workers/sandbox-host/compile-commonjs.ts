/**
 * JavaScript to what runs at once inside a function, as Jest has it: imports are calls of `require`, and `jest.mock` comes
 * before them. What the function is given stands in workers/test-runtime/jest-modules.ts.
 */
import { parse as parseWithAcorn } from "acorn";
import { parse as lexImports } from "es-module-lexer";
import { moduleRunnerTransformSync } from "fixgate:oxc";
import MagicString from "magic-string";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly expression?: Node;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly computed?: boolean;
  readonly source?: Node;
  readonly imported?: Node;
  readonly local?: Node;
  readonly specifiers?: readonly Node[];
  readonly body?: readonly Node[];
}

/** Named in the wrapper and nowhere else. */
const MOCKS = "__fixgate_mocks__";
const JEST = "__fixgate_jest__";
const HOISTED = new Set(["mock", "unmock", "deepUnmock", "enableAutomock", "disableAutomock"]);

function parseProgram(code: string): readonly Node[] | null {
  for (const sourceType of ["module", "script"] as const) {
    try {
      const options = { ecmaVersion: "latest", sourceType, allowReturnOutsideFunction: true, allowHashBang: true } as const;
      return (parseWithAcorn(code, options) as unknown as { readonly body: readonly Node[] }).body;
    } catch {
      continue; // the engine's own error says it better
    }
  }
  return null;
}

/** Statements of a file's top level that Jest's Babel plugin would put first, moved into a function that is called first. */
export function hoistJestMocks(code: string): MagicString | null {
  if (!/\.\s*(?:mock|unmock|deepUnmock|enableAutomock|disableAutomock)\s*\(/.test(code)) return null;
  const body = parseProgram(code);
  if (body === null) return null;
  const names = new Set(["jest"]);
  for (const node of body)
    if (node.type === "ImportDeclaration" && node.source?.value === "@jest/globals")
      for (const { imported, local } of node.specifiers ?? [])
        if (imported?.name === "jest" && local?.name !== undefined) names.add(local.name);
  const text = new MagicString(code);
  let found = false;
  for (const node of body) {
    if (node.type !== "ExpressionStatement" || node.expression === undefined) continue;
    const root = rootOfChain(node.expression);
    if (root?.name === undefined || !names.has(root.name)) continue;
    found = true;
    text.overwrite(root.start, root.end, JEST);
    text.move(node.start, node.end, code.length);
  }
  if (!found) return null;
  // Before what is moved to the end stands what was at the end before.
  const last = body.filter((node) => node.type === "ExpressionStatement" && isMoved(node, names));
  const [first] = last;
  if (first === undefined) return null;
  text.prependRight(first.start, `\n;function ${MOCKS}() {`);
  for (const node of last) text.appendLeft(node.end, ";");
  text.append("}");
  return text;
}

function isMoved(node: Node, names: ReadonlySet<string>): boolean {
  const root = node.expression === undefined ? null : rootOfChain(node.expression);
  return root?.name !== undefined && names.has(root.name);
}

/** `jest` in `jest.mock("a").mock("b")`; null: something in it is not to be hoisted. */
function rootOfChain(expression: Node): Node | null {
  let node: Node | undefined = expression;
  if (node.type !== "CallExpression") return null;
  while (node?.type === "CallExpression") {
    const callee: Node | undefined = node.callee;
    if (callee?.type !== "MemberExpression" || callee.computed === true || !HOISTED.has(callee.property?.name ?? "")) return null;
    node = callee.object;
  }
  return node?.type === "Identifier" ? node : null;
}

/** TypeScript's own words for CommonJS, which the transformer leaves to others. */
export function withoutImportEquals(code: string): string {
  return code
    .replace(/^(export\s+)?import\s+([\w$]+)\s*=\s*require\(/gm, (_, exported: string | undefined, name: string) =>
      exported === undefined ? `const ${name} = require(` : `export const ${name} = require(`,
    )
    .replace(/^export\s*=/gm, "module.exports =");
}

const LITERALS =
  /(?:\brequire(?:\.resolve)?|\.(?:mock|doMock|setMock|unmock|dontMock|deepUnmock|requireActual|requireMock|createMockFromModule|genMockFromModule|unstable_mockModule))\(\s*(["'`])([^"'`\n$]+)\1/g;

export interface LinkedCommonJs {
  readonly code: string;
  readonly maps: readonly object[];
  /** Specifiers that are written as literals, as they are written. */
  readonly specs: readonly string[];
}

export function linkCommonJs(code: string, file: string): LinkedCommonJs {
  const specs = new Set<string>();
  for (const [, , spec] of code.matchAll(LITERALS)) if (spec !== undefined) specs.add(spec);
  const first = code.includes(`function ${MOCKS}()`) ? `${MOCKS}();` : "";
  let imports: ReturnType<typeof lexImports>[0] = [];
  let isModule = false;
  try {
    const lexed = lexImports(code);
    imports = lexed[0];
    isModule = lexed[3];
  } catch {
    // A script that is no module, or no JavaScript at all: the engine says which.
  }
  for (const found of imports)
    if (found.type !== "import-meta" && found.specifier !== undefined && !(found.type === "dynamic" && found.glob))
      specs.add(found.specifier);
  if (!isModule) {
    const text = new MagicString(code);
    for (const found of imports)
      if (found.type === "dynamic") text.overwrite(found.importStart, found.importStart + 6, "__vite_ssr_dynamic_import__");
    if (first !== "") text.prepend(first);
    return {
      code: text.toString(),
      maps: text.hasChanged() ? [text.generateMap({ hires: "boundary", source: file })] : [],
      specs: [...specs],
    };
  }
  const result = moduleRunnerTransformSync(/\.[mc]?jsx?$/.test(file) ? file : `${file}.js`, code, { sourcemap: true });
  const [error] = result.errors;
  if (error !== undefined)
    throw new SyntaxError(result.errors.map((one) => one.message + (one.codeframe ? `\n${one.codeframe}` : "")).join("\n"));
  return {
    // Of the same length, so that the map holds; the transformer writes each on a line of its own.
    code: `'use strict';Object.defineProperty(exports, "__esModule", { value: true });${first}${result.code.replace(/^((?:const __vite_ssr_import_\d+__ = )?)await (?=__vite_ssr_import__\()/gm, "$1      ")}`,
    maps: result.map === undefined ? [] : [result.map],
    specs: [...specs],
  };
}
