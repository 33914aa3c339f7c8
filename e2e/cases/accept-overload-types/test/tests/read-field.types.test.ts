import { expect, expectTypeOf, test } from "vitest";
import { readField, type FieldOptions } from "../src/read-field";

const values = new Map([["city", "Ghent"]]);

test("a required field is a string", () => {
  const city = readField(values, "city", { required: true } satisfies FieldOptions);
  expectTypeOf(city).toEqualTypeOf<string>();
  expect(city.length).toBe(5);
});

test("any other may be missing", () => {
  expectTypeOf(readField(values, "zip")).toEqualTypeOf<string | undefined>();
  expectTypeOf(readField(values, "zip", { required: false })).toEqualTypeOf<string | undefined>();
  expect(readField(values, "zip")).toBeUndefined();
});
