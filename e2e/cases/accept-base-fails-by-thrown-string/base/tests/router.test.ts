import { expect, it } from "vitest";
import { app } from "../src/app";

it("finds the root", () => {
  expect(app.route("/")).toBe("home");
});

it("finds a path", () => {
  expect(app.route("/users")).toBe("users");
});

it("hands on parameters", () => {
  expect(app.route("/users/7")).toBe("user 7");
});

it("throws what the shell prints", () => {
  expect(() => app.route("/nowhere")).toThrow("no route for /nowhere");
});
