import { expect, it } from "vitest";
import { mayDo } from "../src/may-do";

it("the needed permission is needed", () => {
  expect(mayDo({ name: "Kim", roles: ["reader"], suspended: false }, ["report.read"])).toBe(true);
  expect(mayDo({ name: "Kim", roles: ["reader"], suspended: false }, ["report.export"])).toBe(false);
});

it("a suspended user may do nothing", () => {
  expect(mayDo({ name: "Kim", roles: ["admin"], suspended: true }, ["report.read"])).toBe(false);
});
