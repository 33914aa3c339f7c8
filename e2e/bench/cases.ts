/** Case folders (one change, one label) read from disk and put into the words that the three roles would use. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { packTar, type TarEntry } from "modern-tar";
import * as v from "valibot";

const paths = v.array(v.string());
const renames = v.array(v.tuple([v.string(), v.string()]));
const caseFile = v.object({
  label: v.picklist(["accept", "refuse"]),
  gates: v.optional(paths, []),
  kind: v.string(),
  why: v.string(),
  ticket: v.looseObject({ id: v.string(), title: v.string() }),
  delete: v.optional(v.object({ fix: v.optional(paths, []), test: v.optional(paths, []) })),
  rename: v.optional(v.object({ fix: v.optional(renames, []), test: v.optional(renames, []) })),
  review: v.optional(v.string()),
  dependencies: v.optional(paths, []),
});

export interface GateCase extends v.InferOutput<typeof caseFile> {
  readonly id: string;
  readonly folder: string;
}

export function readCases(folder: string): readonly (GateCase | { readonly id: string; readonly problem: string })[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((id) => {
      const at = join(folder, id);
      try {
        const parsed = v.safeParse(caseFile, JSON.parse(readFileSync(join(at, "case.json"), "utf8")));
        return parsed.success
          ? { ...parsed.output, id, folder: at }
          : { id, problem: `case.json: ${v.getDotPath(parsed.issues[0]) ?? ""} ${parsed.issues[0].message}` };
      } catch (error) {
        return { id, problem: error instanceof Error ? error.message : String(error) };
      }
    });
}

export interface ReadFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly link: string | null;
  readonly executable: boolean;
}

export function filesUnder(folder: string, prefix = ""): readonly ReadFile[] {
  let names: string[];
  try {
    names = readdirSync(join(folder, prefix)).sort();
  } catch {
    return [];
  }
  return names.flatMap((name): readonly ReadFile[] => {
    const path = prefix + name;
    const stat = lstatSync(join(folder, path));
    if (stat.isSymbolicLink()) return [{ path, bytes: Buffer.alloc(0), link: readlinkSync(join(folder, path)), executable: false }];
    if (stat.isDirectory()) return filesUnder(folder, `${path}/`);
    return [{ path, bytes: readFileSync(join(folder, path)), link: null, executable: (stat.mode & 0o100) !== 0 }];
  });
}

export async function archiveOf(folder: string): Promise<Uint8Array> {
  const entries = filesUnder(folder).map(({ path, bytes, link, executable }): TarEntry =>
    link === null
      ? {
          header: { name: path, size: bytes.length, mode: executable ? 0o755 : 0o644, type: "file", mtime: new Date(0) },
          body: new Uint8Array(bytes),
        }
      : { header: { name: path, size: 0, linkname: link, type: "symlink", mtime: new Date(0) } },
  );
  const tar = await packTar(entries);
  return new Uint8Array(
    await new Response(new Blob([new Uint8Array(tar)]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );
}

const APPROVAL = '{ "oid": "{{oid}}", "verdict": "approve", "statements": {{statements}} }';

/** The script file of one case: its ticket, and what the roles answer. */
export function scriptOf(gateCase: GateCase): object {
  return {
    tickets: [gateCase.ticket],
    replies: {
      [gateCase.ticket.id]: {
        "fixer-1": replyOf(gateCase, "fix"),
        "test-writer-1": replyOf(gateCase, "test"),
        "reviewer-1": gateCase.review ?? APPROVAL,
      },
    },
  };
}

function replyOf(gateCase: GateCase, side: "fix" | "test"): string {
  const parts = (gateCase.rename?.[side] ?? []).map(([from, to]) => `Rename: ${from} -> ${to}`);
  for (const { path, bytes } of filesUnder(join(gateCase.folder, side))) parts.push(fileReply(path, bytes.toString("utf8")));
  for (const path of gateCase.delete?.[side] ?? []) parts.push(`Delete: ${path}`);
  return `${parts.join("\n\n")}\n`;
}

export function fileReply(path: string, text: string): string {
  const longest = Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length + 1));
  const fence = "`".repeat(longest);
  return `File: ${path}\n${fence}\n${text}${text.endsWith("\n") || text === "" ? "" : "\n"}${fence}`;
}
