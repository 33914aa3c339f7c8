/** bun.lock, the text form (JSON with comments and trailing commas): a map whose keys are the nesting of folders. */
import { parse, type ParseError } from "jsonc-parser";
import { err, ok } from "../../../src/core/result.ts";
import { isRecord, originOf, platformOf, recordOf, textOf, type LockedPackage, type ParseLockfile } from "./lockfile.ts";

export const parseBunLockfile: ParseLockfile = (text) => {
  const advice = "Make it again with `bun install --save-text-lockfile` and commit it.";
  const errors: ParseError[] = [];
  const json: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(json) || !isRecord(json["packages"]))
    return err({ message: "bun.lock can't be read as JSON with comments.", advice });

  const folders = new Map<string, string>();
  for (const [folder, workspace] of Object.entries(recordOf(json["workspaces"]))) {
    const name = textOf(recordOf(workspace)["name"]);
    if (folder !== "" && name !== null) folders.set(name, folder);
  }
  const packages: LockedPackage[] = [];
  const links: { location: string; target: string }[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  for (const [key, raw] of Object.entries(json["packages"])) {
    if (!Array.isArray(raw)) continue;
    const [identity, ...rest] = raw as readonly unknown[];
    const at = typeof identity === "string" ? identity.indexOf("@", 1) : -1;
    if (typeof identity !== "string" || at < 0) continue;
    const name = identity.slice(0, at);
    const version = identity.slice(at + 1);
    const location = locationOf(key, folders);
    const info = recordOf(rest.find(isRecord));
    const target = /^(?:workspace|link|file):(?:\.\/)?(.*)$/.exec(version)?.[1];
    if (target !== undefined && !target.endsWith(".tgz")) links.push({ location, target });
    else if (/^(git[+:]|github:|gitlab:|bitbucket:|root:)/.test(version))
      leftOut.push({ name, reason: "comes from a git repository, not from a registry" });
    else {
      const last = textOf(rest.at(-1));
      const from = textOf(rest[0]);
      const platform = platformOf(info);
      packages.push({
        location,
        name,
        version,
        integrity: /^sha\d+-/.test(last ?? "") ? last : null,
        origin: originOf(/^(https?:|file:)/.test(version) ? version : from?.endsWith(".tgz") === true ? from : null, name, version),
        // Bun's lockfile doesn't mark what is optional; what is bound to a machine is so in practice.
        optional: platform.length > 0,
        platform,
        hasInstallScript: false,
      });
    }
  }
  return ok({ name: `bun.lock (version ${String(json["lockfileVersion"])})`, packages, links, leftOut });
};

/** "a/@scope/b" is node_modules/a/node_modules/@scope/b; below a workspace's name it lies in the workspace's folder. */
function locationOf(key: string, workspaces: ReadonlyMap<string, string>): string {
  const names: string[] = [];
  for (const segment of key.split("/")) {
    const last = names.at(-1);
    if (last?.startsWith("@") === true && !last.includes("/")) names[names.length - 1] = `${last}/${segment}`;
    else names.push(segment);
  }
  const [first = "", ...below] = names;
  const folder = below.length > 0 ? workspaces.get(first) : undefined;
  return folder === undefined
    ? names.map((name) => `node_modules/${name}`).join("/")
    : [folder, ...below.map((name) => `node_modules/${name}`)].join("/");
}
