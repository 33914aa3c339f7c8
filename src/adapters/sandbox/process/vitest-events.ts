/**
 * What the reporter prints, read field by field. It ran beside the repository's code, so a line that is not well-formed
 * is dropped, and what is dropped is missing from the report rather than guessed.
 */
import * as v from "valibot";
import { MARK } from "./vitest-plugins.ts";

const error = v.object({
  name: v.string(),
  message: v.string(),
  stack: v.nullable(v.string()),
  expected: v.nullable(v.string()),
  actual: v.nullable(v.string()),
  places: v.array(v.tuple([v.string(), v.number(), v.number()])),
  file: v.nullable(v.string()),
});
const test = v.object({
  titles: v.array(v.string()),
  mode: v.string(),
  state: v.string(),
  errors: v.array(error),
  duration: v.number(),
  retries: v.number(),
  fails: v.boolean(),
  assertions: v.nullable(v.number()),
});
const count = v.pipe(v.number(), v.minValue(0));
const event = v.variant("type", [
  v.object({ type: v.literal("files"), files: v.array(v.string()) }),
  v.object({ type: v.literal("start"), file: v.string() }),
  v.object({ type: v.literal("test"), file: v.string(), test }),
  v.object({
    type: v.literal("module"),
    file: v.string(),
    project: v.string(),
    environment: v.string(),
    state: v.string(),
    tests: v.array(test),
    errors: v.array(v.object({ ...error.entries, phase: v.picklist(["collect", "hook"]) })),
    duration: v.number(),
    snapshots: v.object({ written: count, unmatched: count, obsolete: count }),
  }),
  v.object({ type: v.literal("end"), unhandled: v.array(error), reason: v.string() }),
]);
export type VitestEvent = v.InferOutput<typeof event>;
export type VitestError = v.InferOutput<typeof error>;
export type VitestTest = v.InferOutput<typeof test>;
export type VitestModule = Extract<VitestEvent, { type: "module" }>;

const TAIL = 8000;

export interface EventReader {
  push(text: string): void;
  /** The last of what was printed beside the events, for messages. */
  readonly tail: string;
}

/** Cuts marked lines out of a stream that comes in arbitrary pieces. */
export function eventReader(token: string, onEvent: (event: VitestEvent) => void): EventReader {
  const mark = `${MARK}${token} `;
  let buffer = "";
  let tail = "";
  const line = (text: string): void => {
    const at = text.indexOf(mark);
    if (at < 0) {
      if (text.trim() !== "") tail = `${tail}${text}\n`.slice(-TAIL);
      return;
    }
    let raw: unknown;
    try {
      raw = JSON.parse(text.slice(at + mark.length));
    } catch {
      return; // Cut off by a kill, or forged: either way no event.
    }
    const parsed = v.safeParse(event, raw);
    if (parsed.success) onEvent(parsed.output);
  };
  return {
    push(text) {
      buffer += text;
      const lines = buffer.split(/\r?\n/);
      buffer = lines.pop() ?? "";
      for (const item of lines) line(item);
    },
    get tail() {
      return (tail + buffer).slice(-TAIL);
    },
  };
}
