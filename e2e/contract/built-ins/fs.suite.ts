import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { beforeEach, expect, it } from "vitest";

let folder = "";
const at = (name: string): string => path.join(folder, name);
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "built-ins-"));
  fs.writeFileSync(at("a"), "hi");
});

it("writes, appends, reads", () => {
  fs.appendFileSync(at("a"), "!");
  expect(fs.readFileSync(at("a"), "utf8")).toBe("hi!");
  expect(Buffer.isBuffer(fs.readFileSync(at("a")))).toBe(true);
  fs.truncateSync(at("a"), 1);
  expect(fs.readFileSync(at("a"), "utf8")).toBe("h");
});

it("says what is missing", () => {
  expect(() => fs.readFileSync(at("none"))).toThrow(expect.objectContaining({ code: "ENOENT", syscall: "open" }) as Error);
  expect(fs.statSync(at("none"), { throwIfNoEntry: false })).toBeUndefined();
  expect(() => fs.mkdirSync(folder)).toThrow(expect.objectContaining({ code: "EEXIST" }) as Error);
});

it("folders", () => {
  fs.mkdirSync(at("x/y"), { recursive: true });
  fs.writeFileSync(at("x/y/z"), "");
  expect(fs.readdirSync(at("x"))).toEqual(["y"]);
  expect(fs.readdirSync(at("x"), { recursive: true })).toEqual(["y", "y/z"]);
  expect(
    fs
      .readdirSync(folder, { withFileTypes: true })
      .find((entry) => entry.name === "x")
      ?.isDirectory(),
  ).toBe(true);
  fs.cpSync(at("x"), at("copy"), { recursive: true });
  fs.rmSync(at("x"), { recursive: true });
  expect([fs.existsSync(at("x")), fs.existsSync(at("copy/y/z"))]).toEqual([false, true]);
});

it("promisified", async () => {
  const fd = fs.openSync(at("a"), "r+");
  const read = await promisify(fs.read)(fd, Buffer.alloc(2), 0, 2, 0);
  expect([read.bytesRead, read.buffer.toString()]).toEqual([2, "hi"]);
  expect((await promisify(fs.write)(fd, Buffer.from("ho"), 0, 2, 0)).bytesWritten).toBe(2);
  fs.closeSync(fd);
  const { exists } = fs as unknown as { readonly exists: (path: string, callback: (there: boolean) => void) => void };
  expect(await Promise.all([at("a"), at("none")].map((path) => promisify(exists)(path as never)))).toEqual([true, false]);
  await expect(promisify(fs.read)(99, Buffer.alloc(2), 0, 2, 0)).rejects.toMatchObject({ code: "EBADF" });
});

it("copies, renames, links", () => {
  fs.copyFileSync(at("a"), at("b"));
  fs.renameSync(at("b"), at("c"));
  expect([fs.existsSync(at("b")), fs.readFileSync(at("c"), "utf8")]).toEqual([false, "hi"]);
  fs.symlinkSync(at("a"), at("l"));
  expect(fs.readlinkSync(at("l"))).toBe(at("a"));
  expect(fs.realpathSync(at("l"))).toBe(fs.realpathSync(at("a")));
});

it("what is known of a file", () => {
  fs.chmodSync(at("a"), 0o600);
  fs.utimesSync(at("a"), 1, 2);
  const { size, mode, mtimeMs } = fs.statSync(at("a"));
  expect([size, mode & 0o777, mtimeMs]).toEqual([2, 0o600, 2000]);
});

it("descriptors", () => {
  const file = fs.openSync(at("a"), "r+");
  fs.writeSync(file, "yy");
  const bytes = Buffer.alloc(2);
  fs.readSync(file, bytes, 0, 2, 0);
  fs.closeSync(file);
  expect(bytes.toString()).toBe("yy");
});

it("promises and callbacks", async () => {
  await fsp.writeFile(at("p"), "x");
  expect(await fsp.readFile(at("p"), "utf8")).toBe("x");
  expect(await promisify(fs.readFile)(at("p"), "utf8")).toBe("x");
  await expect(fsp.access(at("q"))).rejects.toMatchObject({ code: "ENOENT" });
  const handle = await fsp.open(at("p"), "r");
  expect((await handle.readFile()).toString()).toBe("x");
  await handle.close();
  const names: string[] = [];
  for await (const entry of await fsp.opendir(folder)) names.push(entry.name);
  expect(names.sort()).toEqual(["a", "p"]);
});

it("streams", async () => {
  await pipeline(Readable.from(["s1", "s2"]), fs.createWriteStream(at("s")));
  expect(await text(fs.createReadStream(at("s")))).toBe("s1s2");
});
