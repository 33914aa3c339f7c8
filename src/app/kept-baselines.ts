/**
 * What was measured on a base, kept while the app is open: every ticket of a repository starts from the same tree, and to
 * measure it anew for each tells nothing new. Only whole measurements are kept, and only for the very same tree,
 * dependencies, package and engine: anything else is measured again.
 */
import type { Sealed, SuiteReport, TypecheckReport } from "../core/evidence/index.ts";
import type { Oid } from "../core/snapshot/index.ts";
import type { Dependencies, OpenSandbox, Sandbox } from "./ports/index.ts";

export interface KeptBaseline {
  readonly suite: readonly Sealed<SuiteReport>[];
  readonly typecheck: Sealed<TypecheckReport>;
}

export interface KeptBaselines {
  get(key: string): KeptBaseline | undefined;
  keep(key: string, baseline: KeptBaseline): void;
}

/** Repositories whose baseline is held at a time; a report is some kilobytes, a thousand files some megabytes. */
const HELD = 4;

export function createKeptBaselines(): KeptBaselines {
  const held = new Map<string, KeptBaseline>();
  return {
    get: (key) => held.get(key),
    keep(key, baseline) {
      held.delete(key);
      held.set(key, baseline);
      for (const oldest of held.keys()) {
        if (held.size <= HELD) break;
        held.delete(oldest);
      }
    },
  };
}

export function baselineKey(
  base: Oid,
  dependencies: Dependencies,
  packageRoot: OpenSandbox["packageRoot"],
  { identity }: Sandbox,
): string {
  return JSON.stringify([base, dependencies.digest, packageRoot, identity]);
}
