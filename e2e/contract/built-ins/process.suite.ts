import process, { arch, env, platform } from "node:process";
import { once } from "node:events";
import { expect, it } from "vitest";

it("the environment is text", () => {
  (process.env as Record<string, unknown>)["NB"] = 1;
  expect(process.env["NB"]).toBe("1");
  expect(env["NB"]).toBe("1");
  (process.env as Record<string, unknown>)["NB"] = undefined;
  expect(process.env["NB"]).toBe("undefined");
  Object.assign(process.env, { NB: true });
  expect(process.env["NB"]).toBe("true");
  expect(Object.keys(process.env)).toContain("NB");
  delete process.env["NB"];
  expect("NB" in process.env).toBe(false);
  expect(() => {
    (process.env as Record<string, unknown>)["NB"] = Symbol("x");
  }).toThrow(TypeError);
});

it("emitWarning", async () => {
  const warned = once(process, "warning");
  process.emitWarning("careful", { type: "Care", code: "C1", detail: "really" });
  expect((await warned)[0]).toMatchObject({ name: "Care", message: "careful", code: "C1", detail: "really" });
  const second = once(process, "warning");
  const error = new RangeError("mine");
  process.emitWarning(error);
  expect((await second)[0]).toBe(error);
  expect(() => {
    process.emitWarning(3 as never);
  }).toThrow(TypeError);
});

it("events", () => {
  const got: unknown[] = [];
  process.on("custom" as never, (value: unknown) => got.push(value));
  process.emit("custom" as never, 1 as never);
  process.removeAllListeners("custom");
  expect(got).toEqual([1]);
});

it("who and where", () => {
  expect([process.platform, platform]).toEqual(["linux", "linux"]);
  expect(process.arch).toBe(arch);
  expect(process.arch.length).toBeGreaterThan(0);
  expect(process.release.name).toBe("node");
  expect(process.version).toBe(`v${process.versions.node}`);
  expect(process.versions.v8).toMatch(/^\d+\./);
  expect(typeof process.config.variables).toBe("object");
  expect(Object.prototype.toString.call(process)).toBe("[object process]");
  expect(process.getuid?.()).toBeTypeOf("number");
});

it("time", () => {
  const start = process.hrtime();
  const [seconds, nanos] = process.hrtime(start);
  expect(Number.isInteger(seconds) && Number.isInteger(nanos) && nanos >= 0 && nanos < 1e9).toBe(true);
  expect(seconds).toBeLessThan(60);
  expect(typeof process.hrtime.bigint()).toBe("bigint");
  expect(process.uptime()).toBeGreaterThan(0);
});

it("resources", () => {
  const { heapUsed, heapTotal, rss } = process.memoryUsage();
  expect(heapUsed).toBeGreaterThan(0);
  expect(rss).toBeGreaterThan(0);
  expect(heapTotal).toBeGreaterThan(0);
  expect(process.memoryUsage.rss()).toBeGreaterThan(0);
  const before = process.cpuUsage();
  expect(before.user).toBeGreaterThan(0);
  expect(process.cpuUsage(before).user).toBeLessThan(before.user + 60_000_000);
  expect(process.resourceUsage().maxRSS).toBeGreaterThan(0);
});

it("umask", () => {
  const before = process.umask(0o77);
  expect(process.umask(before.toString(8))).toBe(0o77);
  expect(process.umask(before)).toBe(before);
});

it("output", async () => {
  await new Promise<void>((resolve) => {
    process.stdout.write("", () => {
      resolve();
    });
  });
  expect(process.stdout.write("")).toBe(true);
});
