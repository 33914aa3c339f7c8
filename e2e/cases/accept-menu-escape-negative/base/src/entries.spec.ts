import { expect, it } from "vitest";
import { visibleEntries } from "./entries";

it("keeps what is not hidden", () => {
  expect(visibleEntries([{ id: "a", label: "A" }, { id: "b", label: "B", hidden: false }])).toHaveLength(2);
});

it("drops what is hidden", () => {
  expect(visibleEntries([{ id: "a", label: "A", hidden: true }])).toEqual([]);
});
