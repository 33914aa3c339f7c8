import { expect, it, vi } from "vitest";
import { gross } from "../src/gross";
import { rateFor } from "../src/rate";

vi.mock("../src/rate", () => ({ rateFor: vi.fn(() => 7) }));

it("taxes books at the reduced rate", () => {
  expect(rateFor("book")).toBe(7);
  expect(gross(1000, "book")).toBe(1070);
  expect(rateFor).toHaveBeenCalledWith("book");
});
