import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

it("a machine that is one", () => {
  expect([os.EOL, os.platform(), os.type(), os.endianness(), os.devNull]).toEqual(["\n", "linux", "Linux", "LE", "/dev/null"]);
  expect(os.arch()).toBe(process.arch);
  expect(os.arch()).not.toBe("");
  expect(String.raw`${os.arch as unknown as string}`).toBe(os.arch());
  for (const text of [os.hostname(), os.release(), os.version(), os.machine()]) expect(text.length).toBeGreaterThan(0);
});

it("memory, processors, time", () => {
  expect(os.totalmem()).toBeGreaterThan(os.freemem());
  expect(os.freemem()).toBeGreaterThan(0);
  expect(os.cpus().length).toBeGreaterThan(0);
  expect(os.cpus()[0]?.model).not.toBe("");
  expect(os.availableParallelism()).toBeGreaterThan(0);
  expect(os.uptime()).toBeGreaterThan(0);
  expect(os.loadavg()).toHaveLength(3);
});

it("folders follow the environment", () => {
  const { HOME, TMPDIR } = process.env;
  process.env["HOME"] = "/somewhere";
  process.env["TMPDIR"] = "/elsewhere/";
  expect([os.homedir(), os.tmpdir()]).toEqual(["/somewhere", "/elsewhere"]);
  delete process.env["TMPDIR"];
  expect(os.tmpdir()).toBe("/tmp");
  if (HOME !== undefined) process.env["HOME"] = HOME;
  if (TMPDIR !== undefined) process.env["TMPDIR"] = TMPDIR;
  expect(path.isAbsolute(os.homedir())).toBe(true);
});

it("a user", () => {
  const { username, homedir, uid } = os.userInfo();
  expect(username.length).toBeGreaterThan(0);
  expect(path.isAbsolute(homedir)).toBe(true);
  expect(uid).toBeGreaterThanOrEqual(0);
  expect(Buffer.isBuffer(os.userInfo({ encoding: "buffer" }).username)).toBe(true);
});

it("constants and interfaces", () => {
  expect([os.constants.signals.SIGINT, os.constants.errno.ENOENT, os.constants.priority.PRIORITY_LOW]).toEqual([2, 2, 19]);
  expect(
    Object.values(os.networkInterfaces())
      .flat()
      .some((one) => one?.internal === true),
  ).toBe(true);
});
