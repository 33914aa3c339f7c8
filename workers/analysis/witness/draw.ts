/** Draws inputs as source text from shapes, with fast-check and a fixed seed: the same change gives the same inputs. */
import fc from "fast-check";
import { linear } from "./linear.ts";
import { neighbour } from "./vary.ts";
import { isDrawable, type Shape } from "./shapes.ts";

/** A literal in the code under test, or in its tests, is a likelier edge than anything random. */
export interface Hints {
  readonly strings: readonly string[];
  readonly numbers: readonly number[];
}

export function drawSources(shapes: readonly Shape[], hints: Hints, count: number, seed: number): readonly string[] {
  const row = fc.tuple(...shapes.map((shape) => source(shape, hints)));
  return fc.sample(row, { numRuns: count, seed }).map((parts) => parts.join(", "));
}

function source(shape: Shape, hints: Hints): fc.Arbitrary<string> {
  switch (shape.kind) {
    case "string":
      return fc
        .oneof(
          fc.constantFrom("", "a", "ab", "a b", ...hints.strings),
          fc.tuple(fc.constantFrom("a", ...hints.strings), fc.nat()).map(([text, seed]) => neighbour(text, linear(seed))),
          fc.string({ maxLength: 6 }),
        )
        .map((text) => JSON.stringify(text));
    // No NaN, infinity or -0: a difference that shows only there counts for nothing.
    case "number":
      return fc
        .oneof(
          fc.constantFrom(
            0,
            1,
            2,
            3,
            -1,
            10,
            ...hints.numbers,
            ...hints.numbers.map((n) => n + 1),
            ...hints.numbers.map((n) => n - 1),
          ),
          fc.integer({ min: -20, max: 200 }),
        )
        .map((n) => String(Object.is(n, -0) ? 0 : n));
    case "boolean":
      return fc.constantFrom("true", "false");
    case "bigint":
      return fc.bigInt({ min: -10n, max: 100n }).map((n) => `${String(n)}n`);
    case "date":
      return fc.integer({ min: 0, max: 2_000_000_000 }).map((seconds) => `new Date(${String(seconds)}000)`);
    case "undefined":
      return fc.constant("undefined");
    case "null":
      return fc.constant("null");
    case "unknown":
      return fc.constant("undefined");
    case "literal":
      return fc.constant(JSON.stringify(shape.value));
    case "union":
      return fc.oneof(...shape.of.filter(isDrawable).map((each) => source(each, hints)));
    case "array":
      return fc.array(source(shape.of, hints), { maxLength: 4 }).map((items) => `[${items.join(", ")}]`);
    case "set":
      return fc.array(source(shape.of, hints), { maxLength: 3 }).map((items) => `new Set([${items.join(", ")}])`);
    case "tuple":
      return fc.tuple(...shape.of.map((each) => source(each, hints))).map((items) => `[${items.join(", ")}]`);
    case "map":
      return fc
        .array(fc.tuple(source(shape.key, hints), source(shape.value, hints)), { maxLength: 3 })
        .map((pairs) => `new Map([${pairs.map(([k, v]) => `[${k}, ${v}]`).join(", ")}])`);
    case "record":
      return fc
        .array(
          fc.tuple(fc.constantFrom('"a"', '"b"', ...hints.strings.map((text) => JSON.stringify(text))), source(shape.value, hints)),
          { maxLength: 3 },
        )
        .map((pairs) => `{ ${pairs.map(([k, v]) => `[${k}]: ${v}`).join(", ")} }`);
    case "object": {
      const drawn = shape.properties.filter((property) => isDrawable(property.shape));
      if (drawn.length === 0) return fc.constant("{}");
      return fc
        .tuple(
          ...drawn.map((property) =>
            property.optional ? fc.option(source(property.shape, hints), { nil: null }) : source(property.shape, hints),
          ),
        )
        .map((values) => {
          const fields = values.flatMap((value, index) =>
            value === null ? [] : [`${JSON.stringify(drawn[index]?.name)}: ${value}`],
          );
          return `{ ${fields.join(", ")} }`;
        });
    }
    case "function":
      return shape.returns.kind === "unknown"
        ? fc.constantFrom("(x) => x", "() => undefined")
        : source(shape.returns, hints).map((value) => `() => (${value})`);
  }
}
