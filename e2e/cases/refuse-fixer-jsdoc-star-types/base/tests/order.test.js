import { describe, expect, it } from "vitest";
import { sum } from "../src/order.js";
import { packet } from "../src/packet.js";

describe("orders", () => {
  it("adds up", () => {
    expect(sum([{ id: "kale-1", count: 2 }, { id: "leek-1", count: 1 }])).toBe(690);
  });

  it("an empty order costs nothing", () => {
    expect(sum([])).toBe(0);
  });

  it("knows its packets", () => {
    expect(packet("peas-2")?.plant).toBe("Peas");
  });

  it("and no others", () => {
    expect(packet("oak")).toBeUndefined();
  });
});
