/**
 * Through which exports a mutated line can be called, and with what: functions, classes and factories (as sequences of
 * calls), React components (as rendered markup). A line that no export leads to has no witness.
 */
import ts from "typescript";
import { isDrawable, shapeOf, type Shape } from "./shapes.ts";
import { STANDARD_TYPES } from "./standard-types.ts";

export interface Method {
  readonly name: string;
  readonly parameters: readonly Shape[];
}

export interface CallTarget {
  readonly kind: "function" | "component";
  readonly exported: string;
  readonly parameters: readonly Shape[];
}
export interface SequenceTarget {
  readonly kind: "class" | "factory";
  readonly exported: string;
  readonly parameters: readonly Shape[];
  readonly methods: readonly Method[];
}
export type Target = CallTarget | SequenceTarget;

export interface TypedProgram {
  targetsAt(path: string, position: number): readonly Target[];
}

/** `texts`: every script of the repository by path; packages are not needed, their types come out as unknown. */
export function createTypedProgram(texts: ReadonlyMap<string, string>, roots: readonly string[]): TypedProgram {
  const LIB = "/__standard.d.ts";
  const sources = new Map<string, ts.SourceFile>();
  const read = (name: string): string | undefined => (name === LIB ? STANDARD_TYPES : texts.get(name.replace(/^\//, "")));
  const options: ts.CompilerOptions = {
    strict: true,
    noLib: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    allowImportingTsExtensions: true,
    noEmit: true,
    allowJs: true,
    types: [],
  };
  const host: ts.CompilerHost = {
    fileExists: (name) => read(name) !== undefined,
    readFile: read,
    directoryExists: () => true,
    getSourceFile(name) {
      const known = sources.get(name);
      if (known) return known;
      const text = read(name);
      if (text === undefined) return undefined;
      const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
      sources.set(name, source);
      return source;
    },
    getDefaultLibFileName: () => LIB,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
  };
  const program = ts.createProgram([LIB, ...roots.map((path) => `/${path}`)], options, host);
  const checker = program.getTypeChecker();

  return {
    targetsAt(path, position) {
      const source = program.getSourceFile(`/${path}`);
      const symbol = source && checker.getSymbolAtLocation(source);
      if (!source || !symbol) return [];
      const declaration = topLevelAt(source, position);
      if (declaration === null) return [];
      const exported = checker.getExportsOfModule(symbol);
      const direct = exported.filter((each) =>
        each.declarations?.some((node) => isWithin(node, declaration) || isWithin(declaration, node)),
      );
      const chosen =
        direct.length > 0
          ? direct
          : exported.filter((each) => each.declarations?.some((node) => mentions(node, namesOf(declaration), source)));
      return chosen.slice(0, 4).flatMap((each) => targetOf(each, checker, source));
    },
  };
}

function topLevelAt(source: ts.SourceFile, position: number): ts.Statement | null {
  return source.statements.find((statement) => position >= statement.pos && position < statement.end) ?? null;
}
function isWithin(inner: ts.Node, outer: ts.Node): boolean {
  return inner.getSourceFile() === outer.getSourceFile() && inner.pos >= outer.pos && inner.end <= outer.end;
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((each) => (ts.isIdentifier(each.name) ? [each.name.text] : []));
  if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name) return [statement.name.text];
  return [];
}

/** Whether a declaration leads to a name, through other declarations of the same file. */
function mentions(node: ts.Node, names: readonly string[], source: ts.SourceFile, seen = new Set<ts.Node>()): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  let found = false;
  const visit = (each: ts.Node): void => {
    if (found) return;
    if (ts.isIdentifier(each)) {
      if (names.includes(each.text)) found = true;
      else {
        const other = source.statements.find((statement) => namesOf(statement).includes(each.text));
        if (other && !isWithin(node, other) && mentions(other, names, source, seen)) found = true;
      }
    }
    ts.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

function targetOf(symbol: ts.Symbol, checker: ts.TypeChecker, at: ts.Node): readonly Target[] {
  const resolved = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const type = checker.getTypeOfSymbolAtLocation(resolved, at);
  const exported = symbol.getName();
  const parametersOf = (signature: ts.Signature): readonly Shape[] =>
    signature
      .getParameters()
      .slice(0, 5)
      .map((parameter) => parameterShape(parameter, checker, at));
  const [construct] = type.getConstructSignatures();
  if (construct) {
    const parameters = parametersOf(construct);
    return parameters.every(isDrawable)
      ? [{ kind: "class", exported, parameters, methods: methodsOf(construct.getReturnType(), checker, at) }]
      : [];
  }
  const signature = type.getCallSignatures().at(-1);
  if (!signature) return [];
  const parameters = parametersOf(signature);
  if (!parameters.every(isDrawable)) return [];
  const declared = signature.getDeclaration() as ts.SignatureDeclaration | undefined;
  if (/^[A-Z]/.test(exported) && declared?.getSourceFile().fileName.endsWith("x") === true)
    return [{ kind: "component", exported, parameters }];
  const methods = methodsOf(signature.getReturnType(), checker, at);
  return methods.length > 0 ? [{ kind: "factory", exported, parameters, methods }] : [{ kind: "function", exported, parameters }];
}

function parameterShape(parameter: ts.Symbol, checker: ts.TypeChecker, at: ts.Node): Shape {
  const shape = shapeOf(checker.getTypeOfSymbolAtLocation(parameter, at), checker);
  const { valueDeclaration } = parameter;
  const rest = valueDeclaration && ts.isParameter(valueDeclaration) && valueDeclaration.dotDotDotToken;
  const optional =
    valueDeclaration && ts.isParameter(valueDeclaration) && (valueDeclaration.questionToken ?? valueDeclaration.initializer);
  if (rest) return shape.kind === "array" ? shape.of : shape;
  if (!optional) return shape;
  return isDrawable(shape)
    ? { kind: "union", of: [{ kind: "undefined" }, shape] }
    : { kind: "union", of: [{ kind: "undefined" }], open: true };
}

function methodsOf(type: ts.Type, checker: ts.TypeChecker, at: ts.Node): readonly Method[] {
  if (
    type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike) ||
    checker.isArrayType(type) ||
    checker.isTupleType(type)
  )
    return [];
  if (
    /^(?:Promise|Array|ReadonlyArray|Map|Set|Date|RegExp|String|Iterator|IterableIterator)$/.test(type.getSymbol()?.getName() ?? "")
  )
    return [];
  return type.getProperties().flatMap((property) => {
    const signature = checker.getTypeOfSymbolAtLocation(property, at).getCallSignatures().at(-1);
    if (!signature || property.getName().startsWith("#") || property.getName().startsWith("__")) return [];
    const parameters = signature
      .getParameters()
      .slice(0, 4)
      .map((parameter) => parameterShape(parameter, checker, at));
    return parameters.every(isDrawable) ? [{ name: property.getName(), parameters }] : [];
  });
}
