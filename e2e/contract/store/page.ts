/** The page's side of the store's contract: IndexedDB exists only here. */
import { createIndexedDbStore } from "../../../src/adapters/storage/indexed-db-store.ts";
import { STORE_RULES } from "../../../src/adapters/storage/store.contract.ts";

const page = {
  /** The rule's complaint, or null; each has a database of its own. */
  async rule(id: string): Promise<string | null> {
    const open = () => createIndexedDbStore(`contract-${id}`);
    const rule = STORE_RULES.find((one) => one.id === id);
    if (rule === undefined) return "no such rule";
    try {
      await rule.check(await open(), open);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
};
export type StorePage = typeof page;
Object.assign(globalThis, { page });
