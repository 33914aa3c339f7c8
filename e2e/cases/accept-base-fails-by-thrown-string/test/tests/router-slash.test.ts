import { expect, it } from "vitest";
import { app } from "../src/app";

it("takes a trailing slash", () => {
  expect(app.route("/users/7/")).toBe("user 7");
  expect(app.route("/users/")).toBe("users");
});

it("takes one, not two", () => {
  expect(() => app.route("/users/7//")).toThrow("no route for /users/7//");
});
