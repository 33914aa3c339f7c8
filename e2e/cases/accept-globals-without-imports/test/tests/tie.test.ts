import { tally, winner } from "../src/tally";

test("a tie for the lead has no winner", () => {
  expect(winner(tally(["a", "b"]))).toBeNull();
  expect(winner(tally(["c", "a", "b", "a", "b"]))).toBeNull();
});

test("a tie behind the leader does not matter", () => {
  expect(winner(tally(["a", "c", "b", "c"]))).toBe("c");
});
