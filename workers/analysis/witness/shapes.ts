/** A parameter's type as a shape that values can be drawn from, read off by TypeScript's checker. Data, so that it can be printed and replayed. */
import ts from "typescript";

export type Shape =
  | { readonly kind: "string" | "number" | "boolean" | "bigint" | "date" | "undefined" | "null" | "unknown" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  /** `open`: something else may stand there as well (a type parameter, a part that can't be drawn); `of` is what it is drawn from. */
  | { readonly kind: "union"; readonly of: readonly Shape[]; readonly open?: true }
  | { readonly kind: "array" | "set"; readonly of: Shape }
  | { readonly kind: "tuple"; readonly of: readonly Shape[] }
  | { readonly kind: "map"; readonly key: Shape; readonly value: Shape }
  | { readonly kind: "record"; readonly value: Shape }
  | {
      readonly kind: "object";
      readonly properties: readonly { readonly name: string; readonly shape: Shape; readonly optional: boolean }[];
    }
  | { readonly kind: "function"; readonly returns: Shape };

const MAX_DEPTH = 5;
const MAX_UNION = 24;

/** `unknown` inside makes the whole unusable: see {@link isDrawable}. */
export function shapeOf(type: ts.Type, checker: ts.TypeChecker, depth = 0): Shape {
  const { flags } = type;
  if (depth > MAX_DEPTH) return { kind: "unknown" };
  if (flags & ts.TypeFlags.StringLiteral || flags & ts.TypeFlags.NumberLiteral)
    return { kind: "literal", value: (type as ts.LiteralType).value as string | number };
  if (flags & ts.TypeFlags.BooleanLiteral) return { kind: "literal", value: checker.typeToString(type) === "true" };
  if (flags & ts.TypeFlags.String || flags & ts.TypeFlags.TemplateLiteral)
    return { kind: flags & ts.TypeFlags.String ? "string" : "unknown" };
  if (flags & ts.TypeFlags.Number) return { kind: "number" };
  if (flags & ts.TypeFlags.Boolean) return { kind: "boolean" };
  if (flags & ts.TypeFlags.BigInt) return { kind: "bigint" };
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return { kind: "undefined" };
  if (flags & ts.TypeFlags.Null) return { kind: "null" };
  if (type.isUnion()) {
    const of = type.types.slice(0, MAX_UNION).map((each) => shapeOf(each, checker, depth + 1));
    return type.types.length > MAX_UNION ? { kind: "union", of, open: true } : { kind: "union", of };
  }
  // What a type parameter may be is decided by the caller: its constraint, or something simple.
  if (flags & ts.TypeFlags.TypeParameter) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint === undefined || constraint === type || constraint.flags & ts.TypeFlags.Unknown
      ? { kind: "union", of: [{ kind: "number" }, { kind: "string" }], open: true }
      : shapeOf(constraint, checker, depth + 1);
  }
  if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return { kind: "unknown" };
  if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return objectShape(type, checker, depth);
  return { kind: "unknown" };
}

function objectShape(type: ts.Type, checker: ts.TypeChecker, depth: number): Shape {
  const next = (each: ts.Type): Shape => shapeOf(each, checker, depth + 1);
  const name = type.getSymbol()?.getName() ?? "";
  const argumentsOf = checker.getTypeArguments(type as ts.TypeReference);
  const [first, second] = argumentsOf;
  if (checker.isTupleType(type)) return { kind: "tuple", of: argumentsOf.map(next) };
  if (/^(?:ReadonlyArray|Array|Iterable)$/.test(name) && first) return { kind: "array", of: next(first) };
  if (/^(?:Readonly)?Set$/.test(name) && first) return { kind: "set", of: next(first) };
  if (/^(?:Readonly)?Map$/.test(name) && first && second) return { kind: "map", key: next(first), value: next(second) };
  if (name === "Date") return { kind: "date" };
  if (/^(?:Promise|RegExp|Function|WeakMap|Uint8Array|ArrayBuffer|URL|AbortSignal|Error|Symbol|Object)$/.test(name))
    return { kind: "unknown" };
  const [signature] = type.getCallSignatures();
  if (signature) return { kind: "function", returns: next(signature.getReturnType()) };
  // An instance of a class can't be written down as a literal.
  if (type.isClass() || type.getConstructSignatures().length > 0) return { kind: "unknown" };
  const properties = type.getProperties();
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  if (properties.length === 0) return index ? { kind: "record", value: next(index) } : { kind: "object", properties: [] };
  if (properties.length > 40) return { kind: "unknown" };
  return {
    kind: "object",
    properties: properties.map((property) => ({
      name: property.getName(),
      shape: next(checker.getTypeOfSymbol(property)),
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    })),
  };
}

/** Optional parts of unknown type are left out when drawing; a needed one makes the whole unknown. */
export function isDrawable(shape: Shape): boolean {
  switch (shape.kind) {
    case "unknown":
      return false;
    case "union":
      return shape.of.some(isDrawable);
    case "array":
    case "set":
      return isDrawable(shape.of);
    case "tuple":
      return shape.of.every(isDrawable);
    case "map":
      return isDrawable(shape.key) && isDrawable(shape.value);
    case "record":
      return isDrawable(shape.value);
    case "object":
      return shape.properties.every((property) => property.optional || isDrawable(property.shape));
    case "function":
      return shape.returns.kind === "unknown" || isDrawable(shape.returns);
    default:
      return true;
  }
}
