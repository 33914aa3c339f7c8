/** `node:v8`: of its contents only the structured clone is possible, and it is what tests use. */
import v8 from "unenv/node/v8";
import { impossible } from "./impossible.ts";
import { invalidArgument } from "./node-error.ts";
import { platform } from "./platform.ts";

const { Buffer } = platform as unknown as { Buffer: { from(text: string): Uint8Array } };
const { structuredClone: clone } = platform;
const kept = new WeakMap<object, unknown>();

const refused = Object.fromEntries(
  [
    "getHeapSnapshot",
    "queryObjects",
    "setFlagsFromString",
    "setHeapSnapshotNearHeapLimit",
    "stopCoverage",
    "takeCoverage",
    "writeHeapSnapshot",
    "Serializer",
    "Deserializer",
    "DefaultSerializer",
    "DefaultDeserializer",
    "GCProfiler",
  ].map((name) => [
    name,
    function (): never {
      return impossible(`v8.${name}`);
    },
  ]),
);

const MIB = 2 ** 20;
export default {
  ...v8,
  ...refused,
  cachedDataVersionTag: (): number => 1_225_955_498,
  getHeapStatistics: (): Record<string, number> => ({
    total_heap_size: 40 * MIB,
    total_heap_size_executable: MIB / 4,
    total_physical_size: 40 * MIB,
    total_available_size: 4100 * MIB,
    used_heap_size: 30 * MIB,
    heap_size_limit: 4144 * MIB,
    malloced_memory: MIB / 4,
    peak_malloced_memory: MIB,
    does_zap_garbage: 0,
    number_of_native_contexts: 1,
    number_of_detached_contexts: 0,
    total_global_handles_size: 8192,
    used_global_handles_size: 2368,
    external_memory: 2 * MIB,
  }),
  getHeapSpaceStatistics: (): Record<string, unknown>[] =>
    ["read_only_space", "new_space", "old_space", "code_space", "large_object_space"].map((name) => ({
      space_name: name,
      space_size: 4 * MIB,
      space_used_size: 3 * MIB,
      space_available_size: MIB,
      physical_space_size: 4 * MIB,
    })),
  getHeapCodeStatistics: (): Record<string, number> => ({
    code_and_metadata_size: 212_208,
    bytecode_and_metadata_size: 19_728,
    external_script_source_size: 2_296_391,
    cpu_profiler_metadata_size: 5112,
  }),
  /** The bytes are a handle and not the value: they can be handed on, and not taken apart or copied. */
  serialize(value: unknown): Uint8Array {
    const handle = Buffer.from("fixgate:serialised");
    kept.set(handle, clone(value));
    return handle;
  },
  deserialize(handle: unknown): unknown {
    if (!(handle instanceof Uint8Array)) throw invalidArgument("buffer", ["Buffer", "TypedArray", "DataView"], handle);
    if (!kept.has(handle)) impossible("v8.deserialize of bytes that v8.serialize did not give");
    return clone(kept.get(handle));
  },
};
