import { expect, it } from "vitest";
import { find } from "../src/router";

const routes = [
  { name: "home", pattern: "/" },
  { name: "user", pattern: "/users/:id" },
];

it("a trailing slash does not matter", () => {
  expect(find(routes, "/users/7/")).toEqual({ name: "user", params: { id: "7" } });
});

it("the root stays the root", () => {
  expect(find(routes, "/")).toEqual({ name: "home", params: {} });
});
