import { expect, it } from "vitest";
import { findEntry } from "../src/menu";
import { menuHtml } from "../src/menu-html";

it("lists entries", () => {
  expect(menuHtml([{ label: "Home", target: "/" }])).toBe('<ul><li><a href="/">Home</a></li></ul>');
});

it("can be empty", () => {
  expect(menuHtml([])).toBe("<ul></ul>");
});

it("finds entries", () => {
  expect(findEntry([{ label: "Home", target: "/" }], "/")?.label).toBe("Home");
  expect(findEntry([], "/")).toBeUndefined();
});
