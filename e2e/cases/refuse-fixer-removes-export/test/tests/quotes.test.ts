import { expect, it } from "vitest";
import { exportSales } from "../src/formats";

it("never exports a file with a lone quote", () => {
  expect(() => exportSales("csv", [{ product: '5" pipe', pieces: 2 }])).toThrow(RangeError);
});
