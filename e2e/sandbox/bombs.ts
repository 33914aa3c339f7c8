/**
 * Test files that want to take the tab with them: each uses up time, memory, logs or workers, each bounded by itself or by
 * the deadline. The run must say what became of it, and the files after it must run.
 */
import type { FileReport } from "../../src/core/evidence/index.ts";

export interface Bomb {
  readonly name: string;
  readonly body: string;
  /** `timeout`: ended from outside. `fails`: red, with a reason. `harmless`: it changes nothing, and is green. */
  readonly ends: "timeout" | "fails" | "harmless" | "unhandled";
}

const bomb = (name: string, ends: Bomb["ends"], body: string): Bomb => ({ name, ends, body });

export const BOMBS: readonly Bomb[] = [
  bomb("an endless loop", "timeout", 'it("bomb", () => { for (;;); });'),
  bomb("an endless loop at import", "timeout", 'for (;;); it("bomb", () => {});'),
  bomb(
    "endless microtasks",
    "timeout",
    'it("bomb", () => new Promise(() => { const again = () => Promise.resolve().then(again); again(); }));',
  ),
  bomb(
    "endless microtasks of the queue",
    "timeout",
    'it("bomb", () => { const again = () => queueMicrotask(again); again(); return new Promise(() => {}); });',
  ),
  bomb(
    "an endless generator",
    "timeout",
    'it("bomb", () => { function* all() { for (;;) yield 1; } for (const one of all()) if (one === 2) break; });',
  ),
  bomb(
    "a wait for nobody",
    "timeout",
    'it("bomb", () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); for (;;); });',
  ),
  bomb(
    "memory without end",
    "timeout",
    'it("bomb", () => { const kept = []; for (;;) { const until = Date.now() + 50; if (kept.length < 100) kept.push(new Array(1_000_000).fill(kept.length + 0.5)); while (Date.now() < until); } });',
  ),
  bomb("a promise that nobody keeps", "fails", 'it("bomb", () => new Promise(() => {}), 300);'),
  bomb("a recursion without end", "fails", 'it("bomb", () => { const down = () => down() + 1; down(); });'),
  bomb(
    "a million log lines",
    "harmless",
    'it("bomb", () => { for (let n = 0; n < 1_000_000; n++) console.log("line", n, { n }); for (let n = 0; n < 10_000; n++) process.stdout?.write?.("line"); });',
  ),
  bomb("a message of eight million letters", "fails", 'it("bomb", () => { throw new Error("x".repeat(8_000_000)); });'),
  bomb(
    "two thousand rejections that nobody owns",
    "unhandled",
    'it("bomb", async () => { for (let n = 0; n < 2_000; n++) void Promise.reject(new Error("lost " + n)); await new Promise((done) => setTimeout(done, 100)); });',
  ),
  bomb(
    "a timer that never stops",
    "harmless",
    'it("bomb", () => { setInterval(() => {}, 0); const again = () => setTimeout(again, 0); again(); });',
  ),
  bomb(
    "a fork bomb of workers",
    "fails",
    'it("bomb", () => { for (let n = 0; n < 50; n++) new Worker(URL.createObjectURL(new Blob(["for (;;);"]))); });',
  ),
  bomb("a thousand tests", "harmless", 'for (let n = 0; n < 1000; n++) it("bomb " + n, () => {});'),
  bomb(
    "a hundred thousand messages to the frame",
    "harmless",
    'it("bomb", () => { for (let n = 0; n < 100_000; n++) globalThis.postMessage?.({ kind: "end", mark: n }); });',
  ),
];

/** Up to 900 MB, in pieces that are kept; each is touched, so that it is really there. */
export const MEMORY_BOMB =
  'const kept = []; it("bomb", () => { for (let n = 0; n < 110; n++) kept.push(new Array(1_000_000).fill(n + 0.5)); }, 300_000);';

export const bombFile = (body: string): string => `import { it } from "vitest";\n${body}\n`;

/** What is wrong with how the run tells of it, or null. */
export function untold({ ends }: Bomb, file: FileReport): string | null {
  const told = `${file.state}, ${JSON.stringify(file.end)}, ${String(file.unhandled.length)} unhandled`;
  const state = ends === "harmless" ? "pass" : "fail";
  if (ends === "timeout") return file.end.kind === "timeout" && file.state !== "pass" ? null : told;
  if (ends === "unhandled") return file.unhandled.length > 0 && file.unhandled.length <= 1000 ? null : told;
  if (file.end.kind !== "completed" || file.state !== state || file.tampering.length > 0) return told;
  if (file.tests.some(({ errors }) => errors.some(({ message }) => message.length > 10_000)))
    return "a message of any length is passed on";
  return null;
}
