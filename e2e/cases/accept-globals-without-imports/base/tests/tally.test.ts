import { shareOf } from "../src/share";
import { tally, winner } from "../src/tally";

describe("tally", () => {
  it("counts", () => {
    expect([...tally(["b", "a", "b"])]).toEqual([["b", 2], ["a", 1]]);
  });

  it("has a winner", () => {
    expect(winner(tally(["a", "b", "b"]))).toBe("b");
    expect(winner(tally(["a"]))).toBe("a");
    expect(winner(tally([]))).toBeNull();
  });

  it("has shares", () => {
    expect(shareOf(tally(["a", "b", "b"]), "b")).toBe(67);
    expect(shareOf(tally([]), "b")).toBe(0);
  });
});
