/**
 * yarn.lock of Yarn 2 and newer: YAML, "name@npm:range, …" to { version, resolution, dependencies }. Its checksums are of
 * Yarn's own zip archives and say nothing about a registry's tarball, so the integrity stays open here and is asked from
 * the registry.
 */
import { parse } from "yaml";
import { err, ok } from "../../../src/core/result.ts";
import { linkTo, lockfileOf, type GraphImporter, type GraphPackage } from "./graph.ts";
import { isRecord, rangesOf, recordOf, textOf, type ParseLockfile } from "./lockfile.ts";

export const parseBerryLockfile: ParseLockfile = (text) => {
  const advice = "Make it again with `yarn install` and commit it.";
  let json: unknown;
  try {
    json = parse(text);
  } catch (error) {
    return err({
      message: `yarn.lock is not YAML: ${error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error)}`,
      advice,
    });
  }
  if (!isRecord(json)) return err({ message: "yarn.lock is not a map.", advice });

  const ids = new Map<string, string>();
  const packages = new Map<string, GraphPackage>();
  const importers: GraphImporter[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  const pending: { dependencies: Map<string, string>; ranges: [string, string][] }[] = [];
  for (const [key, raw] of Object.entries(json)) {
    if (key === "__metadata") continue;
    const entry = recordOf(raw);
    const resolution = textOf(entry["resolution"]) ?? key;
    const { name, reference } = splitDescriptor(resolution);
    const dependencies = new Map<string, string>();
    const ranges = rangesOf(entry["dependencies"]);
    const optionalNames = new Set(
      Object.entries(recordOf(entry["dependenciesMeta"])).flatMap(([each, meta]) =>
        recordOf(meta)["optional"] === true ? [each] : [],
      ),
    );
    pending.push({ dependencies, ranges });
    const workspace = /^workspace:(.*)$/.exec(reference)?.[1];
    const id = workspace === undefined ? resolution : linkTo(workspace === "." ? "" : workspace);
    for (const descriptor of key.split(/,\s*/)) ids.set(descriptor, id);
    if (workspace !== undefined) {
      importers.push({ folder: workspace === "." ? "" : workspace, dependencies, optionalNames });
      continue;
    }
    const base = /^patch:(?:@?[^@]+)@(.+?)(?:#(.*))?$/.exec(reference);
    if (base !== null && !(base[2] ?? "").includes("builtin<"))
      leftOut.push({ name: `${name} (patch)`, reason: "Yarn patches this package; here it is as published" });
    const version = textOf(entry["version"]) ?? "";
    const from = decodeURIComponent(base?.[1] ?? reference);
    if (!from.startsWith("npm:")) {
      leftOut.push({ name, reason: `comes from ${from.split(":", 1)[0] ?? "elsewhere"}, not from a registry` });
      continue;
    }
    const alias = /^npm:((?:@[^/]+\/)?[^@/]+)@/.exec(from)?.[1];
    packages.set(id, {
      name: alias ?? name,
      version,
      integrity: null,
      origin: { kind: "registry", resolved: null },
      platform: [...(textOf(entry["conditions"]) ?? "").matchAll(/(?:os|cpu|libc)=([\w-]+)/g)].flatMap((match) => match[1] ?? []),
      hasInstallScript: false,
      dependencies,
      optionalNames,
    });
  }
  for (const { dependencies, ranges } of pending)
    for (const [name, range] of ranges) {
      const id = ids.get(`${name}@${range}`) ?? ids.get(`${name}@npm:${range}`) ?? workspaceNamed(ids, name, range);
      if (id !== undefined && id !== linkTo("")) dependencies.set(name, id);
    }
  return ok(lockfileOf("yarn.lock (Yarn 2 or newer; integrity as the registry gives it)", importers, packages, leftOut));
};

function workspaceNamed(ids: ReadonlyMap<string, string>, name: string, range: string): string | undefined {
  if (!range.startsWith("workspace:")) return undefined;
  for (const [descriptor, id] of ids) if (descriptor.startsWith(`${name}@workspace:`)) return id;
  return undefined;
}

function splitDescriptor(descriptor: string): { name: string; reference: string } {
  const at = descriptor.indexOf("@", 1);
  return { name: descriptor.slice(0, at), reference: descriptor.slice(at + 1) };
}
