/** Errors as they leave the worker: strings of bounded length, read without trusting what is read. */
import type { WireError } from "../../src/protocol/sandbox-run.ts";
import { slice } from "./primordials.ts";
import { processError, type TaskError } from "./vitest.ts";

const LIMIT = 4000;
function text(value: unknown, limit = LIMIT): string {
  try {
    return slice(typeof value === "string" ? value : String(value), 0, limit);
  } catch {
    return "(a value that can't be printed)";
  }
}

export function wireError(error: TaskError): WireError {
  try {
    return {
      name: text(error.name ?? "Error", 200),
      message: text(error.message ?? ""),
      stack: typeof error.stack === "string" ? text(error.stack, 8000) : null,
      expected: error.expected === undefined ? null : text(error.expected),
      actual: error.actual === undefined ? null : text(error.actual),
    };
  } catch {
    return { name: "Error", message: "(an error that can't be read)", stack: null, expected: null, actual: null };
  }
}

/** From anything that was thrown. */
export function wireThrown(thrown: unknown): WireError {
  try {
    return wireError(processError(thrown));
  } catch {
    return { name: "Error", message: text(thrown), stack: null, expected: null, actual: null };
  }
}
