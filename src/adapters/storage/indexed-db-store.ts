/**
 * The journal of runs, the case book, artifacts and settings, in IndexedDB. The journal is append-only: an event's key is
 * its run and number, and adding the same key twice fails instead of overwriting what was decided.
 */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Store } from "../../app/ports/index.ts";
import type { AttemptRecord, RunEvent, RunId } from "../../core/run/index.ts";

interface Schema extends DBSchema {
  events: { key: [string, number]; value: RunEvent };
  attempts: { key: string; value: AttemptRecord; indexes: { run: string } };
  artifacts: { key: [string, string]; value: { run: RunId; name: string; bytes: Uint8Array } };
  settings: { key: string; value: unknown };
}

const VERSION = 1;

export async function createIndexedDbStore(name = "fixgate"): Promise<Store> {
  const db: IDBPDatabase<Schema> = await openDB<Schema>(name, VERSION, {
    upgrade(database) {
      database.createObjectStore("events", { keyPath: ["run", "seq"] });
      database.createObjectStore("attempts", { keyPath: "id" }).createIndex("run", "run");
      database.createObjectStore("artifacts", { keyPath: ["run", "name"] });
      database.createObjectStore("settings");
    },
    blocking() {
      // Another tab wants a newer version: let go, or it would wait for ever.
      db.close();
    },
  });
  const ofRun = (run: RunId): IDBKeyRange => IDBKeyRange.bound([run, 0], [run, Number.MAX_SAFE_INTEGER]);

  return {
    async append(events) {
      const tx = db.transaction("events", "readwrite", { durability: "strict" });
      await Promise.all([...events.map((event) => tx.store.add(event)), tx.done]);
    },
    async events(run) {
      return db.getAll("events", ofRun(run));
    },
    async runs() {
      const runs: { run: RunId; openedAt: number; ended: boolean }[] = [];
      const keys = await db.getAllKeys("events");
      const last = new Map<string, number>();
      for (const [run, seq] of keys) last.set(run, Math.max(seq, last.get(run) ?? 0));
      for (const [run, seq] of last) {
        const [first, end] = await Promise.all([db.get("events", [run, 0]), db.get("events", [run, seq])]);
        if (first && end) runs.push({ run: run as RunId, openedAt: first.at, ended: end.type === "run-ended" });
      }
      return runs.sort((a, b) => b.openedAt - a.openedAt);
    },
    async removeRun(run) {
      const tx = db.transaction(["events", "artifacts"], "readwrite");
      await tx.objectStore("events").delete(ofRun(run));
      await tx.objectStore("artifacts").delete(IDBKeyRange.bound([run, ""], [run, "\uffff"]));
      await tx.done;
    },
    async putAttempt(record) {
      await db.put("attempts", record);
    },
    async attempt(id) {
      return (await db.get("attempts", id)) ?? null;
    },
    async attempts() {
      return db.getAll("attempts");
    },
    async putArtifact(run, artifactName, bytes) {
      await db.put("artifacts", { run, name: artifactName, bytes });
    },
    async artifacts(run) {
      return (await db.getAll("artifacts", IDBKeyRange.bound([run, ""], [run, "\uffff"]))).map(({ name: artifact, bytes }) => ({
        name: artifact,
        bytes,
      }));
    },
    async getSetting(key) {
      return db.get("settings", key);
    },
    async setSetting(key, value) {
      await db.put("settings", value, key);
    },
  };
}
