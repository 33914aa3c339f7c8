import { expect, it } from "vitest";
import { columns } from "./columns";

it("stands side by side", () => {
  expect(columns("a b", "c", 1)).toBe("a  c\nb");
});
