/** What plain TypeScript can't see in a repository. Named, so that "no diagnostics" is never read as more than it is. */
import type { TypecheckReport, Unsupported } from "../../src/core/evidence/index.ts";
import { foreignCheckersIn } from "../../src/protocol/typecheck.ts";
import type { Repository } from "./repository.ts";
import { parseJson } from "./workspaces.ts";

function scriptsOf(manifest: Readonly<Record<string, unknown>> | null): readonly string[] {
  const scripts = manifest?.["scripts"];
  return typeof scripts === "object" && scripts !== null
    ? Object.values(scripts).filter((item): item is string => typeof item === "string")
    : [];
}

export function installedVersion(repository: Repository, name: string): string | null {
  return repository.packages.find((item) => item.location === `node_modules/${name}`)?.version ?? null;
}

export function unsupportedCheckers(
  repository: Repository,
  version: string,
  from: TypecheckReport["typescript"]["from"],
): readonly Unsupported[] {
  const { configuration, packageRoot } = repository;
  const scripts = scriptsOf(parseJson(configuration.text(`${packageRoot}/package.json`)));
  const out: Unsupported[] = [];
  for (const checker of foreignCheckersIn(scripts)) {
    out.push({
      what: `${checker} checks this repository; only its plain TypeScript was checked`,
      advice: `Run ${checker} natively on the exported patch, or choose the Node sandbox.`,
      affects: checker !== "tsgo",
    });
  }
  const own = installedVersion(repository, "typescript");
  if (from === "fixgate" && own !== null && own !== version) {
    out.push({
      what: `checked with TypeScript ${version}, not with the repository's ${own}`,
      advice: "Its diagnostics may differ in wording and in strictness from those of the repository's own version.",
      affects: false,
    });
  }
  return out;
}
