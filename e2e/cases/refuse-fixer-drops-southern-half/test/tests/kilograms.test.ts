import { expect, it } from "vitest";
import { honeyOfAll } from "../src/honey";

it("rounds down to full kilograms", () => {
  expect(honeyOfAll([{ name: "A", frames: 3 }])).toBe(5000);
});

it("rounds the sum, not each hive", () => {
  expect(honeyOfAll([{ name: "A", frames: 1 }, { name: "B", frames: 2 }])).toBe(5000);
});
