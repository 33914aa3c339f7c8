import { expect, it } from "vitest";
import { mayDo } from "../src/may-do";

it("every named permission is needed", () => {
  const reader = { name: "Kim", roles: ["reader"], suspended: false };
  expect(mayDo(reader, ["report.read", "report.export"])).toBe(false);
  expect(mayDo(reader, ["report.export", "report.read"])).toBe(false);
  expect(mayDo({ ...reader, roles: ["analyst"] }, ["report.read", "report.export"])).toBe(true);
});

it("a suspended user may do nothing", () => {
  expect(mayDo({ name: "Kim", roles: ["admin"], suspended: true }, ["report.read"])).toBe(false);
});
