/**
 * The harness's own account of a file, kept beside the runner's and compared with it in the end. The runner's tasks
 * can be reached by the code under test (`task` is in every test's context), so their word alone is not enough: here
 * stands whether each function was called, whether it threw, and what was declared when the file was collected.
 */

import type { WireOutcome, WireTest } from "../../src/protocol/sandbox-run.ts";
import { wireError } from "./errors.ts";
import { isArray, NativeMap, reflect } from "./primordials.ts";
import type { FileTask, Task, TaskResult } from "./vitest.ts";

interface Line {
  readonly task: Task;
  readonly index: number;
  readonly titles: readonly string[];
  readonly mode: WireTest["mode"];
  readonly fails: boolean;
  calls: number;
  lastThrew: boolean;
  assertions: number;
  final: WireOutcome["state"] | null;
}

export interface Ledger {
  /** Before the runner turns `only` into "run" and the rest into "skip". */
  noteModes(file: FileTask): void;
  /** The tests in the order of the file. */
  collect(file: FileTask): readonly WireTest[];
  called(task: Task): void;
  threw(task: Task): void;
  count(task: Task, assertions: number): void;
  finish(task: Task): { readonly index: number; readonly outcome: WireOutcome } | null;
  /** States as they stand now, and what contradicts the account. */
  close(file: FileTask): {
    readonly states: readonly WireOutcome["state"][];
    readonly unfinished: readonly { readonly index: number; readonly outcome: WireOutcome }[];
    readonly tampering: readonly string[];
  };
}

const STATES = new Set(["pass", "fail", "skip", "todo"]);

function dataProperty(holder: object, key: string): unknown {
  return reflect.getOwnPropertyDescriptor(holder, key)?.value as unknown;
}

export function createLedger(): Ledger {
  const lines: Line[] = [];
  const byTask = new NativeMap<Task, Line>();
  const writtenModes = new NativeMap<Task, string>();

  /** A skipped suite skips what is in it, a focused one focuses it: as it is written. */
  function note(task: Task, inherited: string | null): void {
    const own = task.mode === "skip" || task.mode === "todo" || task.mode === "only" ? task.mode : null;
    const mode = inherited === "skip" || inherited === "todo" ? inherited : (own ?? inherited);
    writtenModes.set(task, mode ?? "run");
    const children = task.tasks ?? [];
    for (let index = 0; index < children.length; index++) {
      const child = children[index];
      if (child !== undefined) note(child, mode);
    }
  }

  function walk(task: Task, titles: readonly string[]): void {
    const path = [...titles, task.name];
    if (task.type === "test") {
      const written = writtenModes.get(task);
      const mode = written === "only" || written === "skip" || written === "todo" ? written : "run";
      const line: Line = {
        task,
        index: lines.length,
        titles: path,
        mode,
        fails: task.fails === true,
        calls: 0,
        lastThrew: false,
        assertions: 0,
        final: null,
      };
      lines[lines.length] = line;
      byTask.set(task, line);
      return;
    }
    const children = task.tasks ?? [];
    for (let index = 0; index < children.length; index++) {
      const child = children[index];
      if (child !== undefined) walk(child, path);
    }
  }

  function outcomeOf(line: Line): WireOutcome {
    const result = dataProperty(line.task, "result") as TaskResult | undefined;
    const raw = result === undefined ? line.task.mode : dataProperty(result, "state");
    const state = typeof raw === "string" && STATES.has(raw) ? (raw as WireOutcome["state"]) : "none";
    const listed = result === undefined ? undefined : dataProperty(result, "errors");
    const errors = [];
    if (isArray(listed))
      for (let index = 0; index < listed.length && index < 20; index++) errors[index] = wireError(listed[index] as object);
    return {
      state,
      errors,
      durationMs: typeof result?.duration === "number" ? result.duration : 0,
      assertions: line.assertions,
      retries: typeof result?.retryCount === "number" ? result.retryCount : 0,
    };
  }

  return {
    noteModes(file) {
      note(file, null);
    },
    collect(file) {
      for (let index = 0; index < file.tasks.length; index++) {
        const task = file.tasks[index];
        if (task !== undefined) walk(task, []);
      }
      const out: WireTest[] = [];
      for (let index = 0; index < lines.length; index++) {
        const line = lines[index];
        if (line !== undefined) out[index] = { titles: line.titles, mode: line.mode, fails: line.fails };
      }
      return out;
    },
    called(task) {
      const line = byTask.get(task);
      if (line === undefined) return;
      line.calls++;
      line.lastThrew = false;
    },
    threw(task) {
      const line = byTask.get(task);
      if (line !== undefined) line.lastThrew = true;
    },
    count(task, assertions) {
      const line = byTask.get(task);
      if (line !== undefined) line.assertions = assertions;
    },
    finish(task) {
      const line = byTask.get(task);
      if (line === undefined) return null;
      const outcome = outcomeOf(line);
      line.final = outcome.state;
      return { index: line.index, outcome };
    },
    close(file) {
      const states: WireOutcome["state"][] = [];
      const unfinished: { index: number; outcome: WireOutcome }[] = [];
      const tampering: string[] = [];
      const accuse = (line: Line, what: string): void => {
        tampering[tampering.length] = `${line.titles[line.titles.length - 1] ?? "a test"}: ${what}`;
      };
      let failed = false;
      for (let index = 0; index < lines.length; index++) {
        const line = lines[index];
        if (line === undefined) continue;
        const outcome = outcomeOf(line);
        states[index] = outcome.state;
        if (line.final === null) unfinished[unfinished.length] = { index, outcome };
        else if (line.final !== outcome.state) accuse(line, `it ended as ${line.final} and stands as ${outcome.state} now`);
        if (outcome.state === "fail") failed = true;
        const result = reflect.getOwnPropertyDescriptor(line.task, "result");
        if (result !== undefined && !("value" in result)) accuse(line, "its result is an accessor");
        const fails = dataProperty(line.task, "fails") === true;
        if (fails !== line.fails) accuse(line, "it was marked as a test that must fail while it ran");
        if (outcome.state === "pass" && line.calls === 0) accuse(line, "it passed and its function was never called");
        if (outcome.state === "pass" && line.lastThrew && !line.fails) accuse(line, "its function threw and it passed");
      }
      if (failed && file.result?.state === "pass") tampering[tampering.length] = "a test failed and the file passed";
      return { states, unfinished, tampering };
    },
  };
}
