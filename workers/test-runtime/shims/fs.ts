/**
 * `node:fs` as the harness's own code sees it: each function asks for the real one (memfs over the repository's files,
 * a part of its own) only when it is called. Most test files never touch a file.
 */
import { part } from "../parts.ts";

const names =
  "readFileSync writeFileSync existsSync statSync lstatSync readdirSync mkdirSync rmSync unlinkSync realpathSync accessSync copyFileSync cpSync mkdtempSync appendFileSync renameSync rmdirSync openSync closeSync readSync writeSync fstatSync readFile writeFile exists stat lstat readdir mkdir mkdtemp rm unlink realpath access copyFile appendFile rename rmdir createReadStream createWriteStream watch watchFile unwatchFile open close read write symlinkSync readlinkSync chmodSync utimesSync truncateSync opendirSync".split(
    " ",
  );
type Functions = Record<string, (...args: unknown[]) => unknown>;
export const realFs = (): Functions & { promises: Functions; constants: unknown } => part("node")["fs"] as never;

const lazy: Functions = {};
for (const name of names) {
  lazy[name] = (...args) => {
    const run = realFs()[name];
    if (run === undefined) throw new Error(`fs.${name} is not available in the embedded sandbox`);
    return run(...args);
  };
}
export const promises = new Proxy<Functions>({}, { get: (_, name: string) => realFs().promises[name] });
export const { readFileSync, writeFileSync, existsSync, statSync, lstatSync, readdirSync, mkdirSync, realpathSync } =
  lazy as Required<Functions>;
export default { ...lazy, promises };
