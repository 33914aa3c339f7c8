/** The store over maps, for tests: keeps copies as IndexedDB does, and refuses an event that is there already. */
import type { AttemptRecord, RunEvent } from "../core/run/index.ts";
import type { Store } from "./ports/index.ts";

export function memoryStore(): Store {
  const events = new Map<string, RunEvent>();
  const attempts = new Map<string, AttemptRecord>();
  const artifacts = new Map<string, Map<string, Uint8Array>>();
  const settings = new Map<string, unknown>();
  return {
    append(added) {
      for (const event of added) {
        const key = `${event.run}/${String(event.seq)}`;
        if (events.has(key)) return Promise.reject(new Error(`event ${key} is in the journal already`));
        events.set(key, structuredClone(event));
      }
      return Promise.resolve();
    },
    events: (run) => Promise.resolve([...events.values()].filter((event) => event.run === run)),
    runs: () =>
      Promise.resolve(
        [...events.values()]
          .filter(({ type }) => type === "run-opened")
          .map(({ run, at }) => ({
            run,
            openedAt: at,
            ended: [...events.values()].some((event) => event.run === run && event.type === "run-ended"),
          })),
      ),
    removeRun(run) {
      for (const [key, event] of events) if (event.run === run) events.delete(key);
      artifacts.delete(run);
      return Promise.resolve();
    },
    putAttempt(record) {
      attempts.set(record.id, structuredClone(record));
      return Promise.resolve();
    },
    attempt: (id) => Promise.resolve(structuredClone(attempts.get(id) ?? null)),
    attempts: () => Promise.resolve(structuredClone([...attempts.values()])),
    putArtifact(run, name, bytes) {
      artifacts.set(run, (artifacts.get(run) ?? new Map<string, Uint8Array>()).set(name, bytes));
      return Promise.resolve();
    },
    artifacts: (run) => Promise.resolve([...(artifacts.get(run) ?? [])].map(([name, bytes]) => ({ name, bytes }))),
    getSetting: (key) => Promise.resolve(settings.get(key)),
    setSetting(key, value) {
      settings.set(key, value);
      return Promise.resolve();
    },
  };
}
