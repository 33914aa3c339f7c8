import { expect, it } from "vitest";
import { mayAct } from "../src/may-do";

it("a suspended user without roles may not act", () => {
  expect(mayAct({ name: "Kim", roles: [], suspended: true })).toBe(false);
});

it("a user with a role may act", () => {
  expect(mayAct({ name: "Kim", roles: ["reader"], suspended: false })).toBe(true);
});
