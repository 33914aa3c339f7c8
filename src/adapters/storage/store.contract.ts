/**
 * What every Store keeps. Rules are plain functions that throw, so the same list runs in Node and, bundled, inside a page:
 * the store that people have exists only there.
 */
import type { Store } from "../../app/ports/index.ts";
import type { AttemptRecord, RunEvent, RunId } from "../../core/run/index.ts";

export interface StoreRule {
  readonly id: string;
  readonly title: string;
  /** `store` is empty; `reopen` gives what a later visit has. */
  readonly check: (store: Store, reopen: () => Promise<Store>) => Promise<void>;
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const A = "run-a" as RunId;
const B = "run-ab" as RunId;
const opened = (run: RunId, at: number): RunEvent => ({ run, seq: 0, at, type: "run-opened", subject: {} as never });
const step = (run: RunId, seq: number): RunEvent => ({ run, seq, at: seq, type: "paused" });
const ended = (run: RunId, seq: number): RunEvent => ({ run, seq, at: seq, type: "run-ended", end: { kind: "cancelled" } });
const record = (id: string): AttemptRecord => ({ id, run: A, attempt: 1 }) as AttemptRecord;

export const STORE_RULES: readonly StoreRule[] = [
  {
    id: "ST1",
    title: "events come back in their order, of their own run alone, and on a later visit",
    async check(store, reopen) {
      await store.append([opened(A, 1), step(A, 1), opened(B, 2)]);
      await store.append([step(A, 2), step(A, 3)]);
      for (const each of [store, await reopen()]) {
        must(
          same(
            (await each.events(A)).map(({ seq }) => seq),
            [0, 1, 2, 3],
          ),
          "the events of run-a are not 0 to 3",
        );
        must(
          same(
            (await each.events(B)).map(({ seq }) => seq),
            [0],
          ),
          "run-ab has other events than its own",
        );
      }
      must((await store.events("run-none" as RunId)).length === 0, "a run that never was has events");
    },
  },
  {
    id: "ST2",
    title: "what is in the journal is never overwritten: the same number twice fails, and the first stays",
    async check(store) {
      await store.append([opened(A, 1), step(A, 1)]);
      const again = await store.append([ended(A, 1)]).then(
        () => true,
        () => false,
      );
      must(!again, "an event was written over another");
      must(
        same(
          (await store.events(A)).map(({ type }) => type),
          ["run-opened", "paused"],
        ),
        "the first event is gone",
      );
    },
  },
  {
    id: "ST3",
    title: "runs are listed with whether they ended",
    async check(store) {
      await store.append([opened(A, 1), ended(A, 1), opened(B, 2), step(B, 1)]);
      const runs = [...(await store.runs())].sort((a, b) => a.openedAt - b.openedAt);
      must(
        same(
          runs.map(({ run, openedAt, ended: has }) => [run, openedAt, has]),
          [
            [A, 1, true],
            [B, 2, false],
          ],
        ),
        `listed are ${JSON.stringify(runs)}`,
      );
    },
  },
  {
    id: "ST4",
    title: "a removed run takes its events and files along, and nobody else's",
    async check(store) {
      await store.append([opened(A, 1), opened(B, 2)]);
      await store.putArtifact(A, "a.patch", new Uint8Array([1]));
      await store.putArtifact(B, "b.patch", new Uint8Array([2]));
      await store.putAttempt(record("run-a-1"));
      await store.removeRun(A);
      must((await store.events(A)).length === 0 && (await store.artifacts(A)).length === 0, "something of run-a is left");
      must((await store.events(B)).length === 1 && (await store.artifacts(B)).length === 1, "something of run-ab is gone");
      must((await store.attempts()).length === 1, "the case book lost an attempt with its run");
    },
  },
  {
    id: "ST5",
    title: "attempts are kept by id, a later one of the same id in place of the earlier",
    async check(store, reopen) {
      await store.putAttempt(record("run-a-1"));
      await store.putAttempt({ ...record("run-a-1"), attempt: 2 });
      await store.putAttempt(record("run-a-2"));
      for (const each of [store, await reopen()]) {
        must((await each.attempts()).length === 2, "not two attempts");
        must((await each.attempt("run-a-1"))?.attempt === 2, "the later record did not stay");
        must((await each.attempt("run-a-9")) === null, "an attempt that never was is not null");
      }
    },
  },
  {
    id: "ST6",
    title: "files and settings come back byte for byte, on a later visit as well",
    async check(store, reopen) {
      await store.putArtifact(A, "a.patch", new Uint8Array([0, 255, 13, 10]));
      await store.setSetting("key", { deep: [1, { bytes: new Uint8Array([7]) }] });
      for (const each of [store, await reopen()]) {
        const [file] = await each.artifacts(A);
        must(file?.name === "a.patch" && same([...file.bytes], [0, 255, 13, 10]), "the file is not what was put");
        must(same(await each.getSetting("key"), { deep: [1, { bytes: new Uint8Array([7]) }] }), "the setting is not what was set");
        must((await each.getSetting("none")) === undefined, "a setting that never was is there");
      }
    },
  },
];
