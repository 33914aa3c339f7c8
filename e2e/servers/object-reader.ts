/** Objects of a real repository by `git cat-file --batch`: one process a repository, answers in order. */
import { spawn } from "node:child_process";
import { gitEnvironment } from "./git-repository.ts";

export interface ReadObject {
  readonly oid: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface ObjectReader {
  /** Any revision expression that git takes; null: missing. */
  readonly read: (revision: string) => Promise<ReadObject | null>;
  readonly close: () => void;
}

export function openObjectReader(folder: string): ObjectReader {
  const child = spawn("git", ["cat-file", "--batch"], { cwd: folder, env: gitEnvironment(), stdio: ["pipe", "pipe", "inherit"] });
  const waiting: ((object: ReadObject | null) => void)[] = [];
  let held = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf(10);
      if (end < 0) return;
      const head = held.subarray(0, end).toString("utf8");
      const [, oid = "", type = "", size = ""] = /^([0-9a-f]{40}) (\w+) (\d+)$/.exec(head) ?? [];
      if (oid === "") {
        held = held.subarray(end + 1);
        waiting.shift()?.(null);
        continue;
      }
      const stop = end + 1 + Number(size);
      if (held.length < stop + 1) return;
      const bytes = Buffer.from(held.subarray(end + 1, stop));
      held = held.subarray(stop + 1);
      waiting.shift()?.({ oid, type, bytes });
    }
  });
  child.on("exit", () => {
    for (const resolve of waiting.splice(0)) resolve(null);
  });
  return {
    read: (revision) =>
      new Promise((resolve) => {
        if (/[\n\r]/.test(revision) || child.exitCode !== null) {
          resolve(null);
          return;
        }
        waiting.push(resolve);
        child.stdin.write(`${revision}\n`);
      }),
    close: () => {
      child.stdin.end();
      child.kill();
    },
  };
}
