import { describe, expect, it } from "vitest";
import { mayDo } from "../src/may-do";
import { permissionsOf } from "../src/roles";
import type { User } from "../src/user";

const user = (...roles: string[]): User => ({ name: "Kim", roles, suspended: false });

describe("mayDo", () => {
  it("a reader may read", () => {
    expect(mayDo(user("reader"), ["report.read"])).toBe(true);
  });

  it("a reader may not edit users", () => {
    expect(mayDo(user("reader"), ["user.edit"])).toBe(false);
  });

  it("nobody without a role may do anything", () => {
    expect(mayDo(user(), ["report.read"])).toBe(false);
  });

  it("roles add up", () => {
    expect([...permissionsOf(["reader", "analyst"])]).toEqual(["report.read", "report.export"]);
  });

  it("an unknown role grants nothing", () => {
    expect(permissionsOf(["wizard"]).size).toBe(0);
  });
});
