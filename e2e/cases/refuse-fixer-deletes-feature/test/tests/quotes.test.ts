import { expect, it } from "vitest";
import { salesReport } from "../src/report";

it("a report holds no lone quote", () => {
  expect(salesReport([{ product: '5" pipe', pieces: 2 }])).not.toContain('5" pipe');
});
