import readline from "node:readline";
import promises from "node:readline/promises";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";

const quiet = (): PassThrough => new PassThrough();

it("iterates over lines, of any ending, over chunks", async () => {
  const lines: string[] = [];
  for await (const line of readline.createInterface({ input: Readable.from(["a\nb", "\r\nc\rd\n", "\ne"]) })) lines.push(line);
  expect(lines).toEqual(["a", "b", "c", "d", "", "e"]);
});

it("a sign that is cut in two is whole again", async () => {
  const lines: string[] = [];
  for await (const line of readline.createInterface({ input: Readable.from([Buffer.from([0xc3]), Buffer.from([0xa9, 10])]) }))
    lines.push(line);
  expect(lines).toEqual(["é"]);
});

it("emits line and close, the last line without an end too", async () => {
  const reader = readline.createInterface({ input: Readable.from(["x\ny"]) });
  const lines: string[] = [];
  reader.on("line", (line) => lines.push(line));
  await once(reader, "close");
  expect(lines).toEqual(["x", "y"]);
  expect((reader as unknown as { closed: boolean }).closed).toBe(true);
});

it("asks a question with a callback", async () => {
  const [input, output] = [quiet(), quiet()];
  const reader = readline.createInterface({ input, output });
  const answer = new Promise((resolve) => {
    reader.question("name? ", resolve);
  });
  input.write("joe\n");
  expect(await answer).toBe("joe");
  expect(String(output.read())).toBe("name? ");
  const second = (reader.question as unknown as Record<symbol, (this: unknown, query: string) => Promise<string>>)[
    promisify.custom
  ]!.call(reader, "age? ");
  input.write("7\n");
  expect(await second).toBe("7");
  reader.close();
});

it("asks a question with a promise, and withdraws it", async () => {
  const [input, output] = [quiet(), quiet()];
  const reader = promises.createInterface({ input, output });
  const answer = reader.question("name? ");
  input.write("joe\nnext\n");
  expect(await answer).toBe("joe");
  const controller = new AbortController();
  const never = reader.question("more? ", { signal: controller.signal });
  controller.abort();
  await expect(never).rejects.toMatchObject({ name: "AbortError", code: "ABORT_ERR" });
  const lines: string[] = [];
  reader.on("line", (line) => lines.push(line));
  input.write("free\n");
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(lines).toEqual(["free"]);
  reader.close();
});

it("prompts", () => {
  const [input, output] = [quiet(), quiet()];
  const reader = readline.createInterface({ input, output, prompt: "$ " });
  expect(reader.getPrompt()).toBe("$ ");
  reader.prompt();
  reader.setPrompt("# ");
  reader.prompt();
  expect(String(output.read())).toBe("$ # ");
  reader.close();
});

it("pauses, resumes, takes what is written, and closes once", () => {
  const input = quiet();
  const reader = readline.createInterface({ input });
  const seen = vi.fn();
  for (const name of ["pause", "resume", "close"]) reader.on(name, () => void seen(name));
  const lines: string[] = [];
  reader.on("line", (line) => lines.push(line));
  reader.pause();
  expect(input.isPaused()).toBe(true);
  reader.write("typed\n");
  expect(lines).toEqual(["typed"]);
  reader.close();
  reader.close();
  expect(seen.mock.calls.flat()).toEqual(["pause", "resume", "pause", "close"]);
  expect(() => {
    reader.question("?", () => undefined);
  }).toThrow(expect.objectContaining({ code: "ERR_USE_AFTER_CLOSE" }) as Error);
});

it("a signal closes it", async () => {
  const controller = new AbortController();
  const reader = readline.createInterface({ input: quiet(), signal: controller.signal });
  const closed = once(reader, "close");
  controller.abort();
  await closed;
});

it("writes the sequences of a terminal", async () => {
  const output = quiet();
  readline.cursorTo(output, 1, 2);
  readline.moveCursor(output, -1, 2);
  readline.clearLine(output, 0);
  readline.clearScreenDown(output);
  expect(String(output.read())).toBe("\u001b[3;2H\u001b[1D\u001b[2B\u001b[2K\u001b[0J");
  await new promises.Readline(output).clearLine(-1).cursorTo(0).commit();
  expect(String(output.read())).toBe("\u001b[1K\u001b[1G");
});
