import { expect, it } from "vitest";
import { History } from "../src/history";

const history = new History(1);

it("undoes an edit", () => {
  history.edit(2);
  history.undo();
  expect(history.present).toBe(1);
  history.edit(3);
});

it("has nothing to redo after a new edit", () => {
  expect(history.present).toBe(3);
  expect(history.redo()).toBe(false);
});

it("still undoes", () => {
  expect(history.undo()).toBe(true);
  expect(history.present).toBe(1);
});
