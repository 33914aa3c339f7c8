import { expect, it } from "vitest";
import { parseLength } from "../src/parse-length";

interface LengthMatchers<R> {
  toMeasure(metres: number): R;
}

declare module "vitest" {
  interface Matchers<T = any> extends LengthMatchers<T> {}
}

expect.extend({
  toMeasure(received: string, metres: number) {
    const measured = parseLength(received);
    const pass = measured !== null && Math.abs(measured - metres) < 1e-9;
    return { pass, message: () => `expected ${received} to measure ${metres} m, it measures ${measured} m` };
  },
});

it("knows the foot", () => {
  expect("1 ft").toMeasure(0.3048);
  expect("10 ft").toMeasure(3.048);
  expect("1 ft").not.toMeasure(0.254);
  expect("12 in").toMeasure(0.3048);
});
