import { expect, test } from "vitest";
import { can, permissionsOf } from "../src/permissions";
import { isRole } from "../src/role";

test("guests can do nothing", () => {
  expect(permissionsOf("guest")).toEqual({ openDoor: false, readLog: false, invite: false });
});

test("residents come in and invite", () => {
  expect(can("resident", "openDoor")).toBe(true);
  expect(can("resident", "invite")).toBe(true);
  expect(can("resident", "readLog")).toBe(false);
});

test("auditors and janitors", () => {
  expect(can("auditor", "openDoor")).toBe(false);
  expect(can("auditor", "readLog")).toBe(true);
  expect(can("auditor", "invite")).toBe(false);
  expect(can("janitor", "openDoor")).toBe(true);
  expect(can("janitor", "readLog")).toBe(true);
  expect(can("janitor", "invite")).toBe(false);
});

test("names of roles", () => {
  expect(isRole("auditor")).toBe(true);
  expect(isRole("admin")).toBe(false);
});
