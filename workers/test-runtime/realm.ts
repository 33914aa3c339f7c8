/**
 * Where the runner keeps what Vitest keeps on `globalThis`: worker state, matcher registries, safe timers. The build
 * rewrites Vitest's own sources to look here (workers/build/vitest-realm.mjs), so code under test has nothing to reach.
 */
export const realm: Record<PropertyKey, unknown> = Object.create(null) as Record<PropertyKey, unknown>;
