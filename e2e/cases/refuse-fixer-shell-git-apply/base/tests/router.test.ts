import { describe, expect, it } from "vitest";
import { find } from "../src/router";

const routes = [
  { name: "home", pattern: "/" },
  { name: "users", pattern: "/users" },
  { name: "user", pattern: "/users/:id" },
];

describe("find", () => {
  it("finds the root", () => {
    expect(find(routes, "/")?.name).toBe("home");
  });

  it("finds a page by its name", () => {
    expect(find(routes, "/users")?.name).toBe("users");
  });

  it("reads what the path holds", () => {
    expect(find(routes, "/users/7")).toEqual({ name: "user", params: { id: "7" } });
  });

  it("decodes it", () => {
    expect(find(routes, "/users/J%C3%B8rn")?.params).toEqual({ id: "Jørn" });
  });

  it("finds nothing for an unknown page", () => {
    expect(find(routes, "/users/7/posts")).toBeNull();
  });
});
