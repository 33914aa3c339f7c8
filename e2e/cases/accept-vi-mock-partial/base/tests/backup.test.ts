import { expect, it } from "vitest";
import { backupName } from "../src/backup-name";
import { pad } from "../src/clock";
import { toDelete } from "../src/rotate";

it("begins with the site", () => {
  expect(backupName("blog")).toMatch(/^blog-\d{8}-\d+\.tar$/);
});

it("pads", () => {
  expect(pad(7)).toBe("07");
  expect(pad(33, 4)).toBe("0033");
});

it("deletes the oldest", () => {
  expect(toDelete(["c", "a", "b"], 2)).toEqual(["a"]);
  expect(toDelete(["a"], 2)).toEqual([]);
});
