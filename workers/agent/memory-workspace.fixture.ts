/** A workspace over a map, behind the real mask: what tests hand to an agent instead of the git worker's. */
import type { DeniedWrite } from "../../src/core/evidence/index.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import type { WritingRole } from "../../src/core/role/index.ts";
import { parseRepoPath, repoPathOf } from "../../src/core/snapshot/index.ts";
import type { Ticket } from "../../src/core/ticket/index.ts";
import { judgePath, maskFor, type MaskTree } from "../../src/core/write-mask/index.ts";
import type { Workspace } from "../../src/protocol/workspace.ts";

export function memoryWorkspace(role: WritingRole, ticket: Ticket, files: Map<string, string>, log: string[]): Workspace {
  const mask = maskFor(role, ticket);
  const tree: MaskTree = { modeOf: (path) => (files.has(path) ? "100644" : null) };
  const deny = (operation: DeniedWrite["operation"], path: string): Result<string, DeniedWrite> => {
    const judged = judgePath(mask, path, tree);
    if (judged.ok) return judged;
    log.push(`denied ${path}`);
    return err({ role, operation, path, rule: judged.error.rule, message: judged.error.message });
  };
  return {
    list: () => Promise.resolve([...files.keys()].map(repoPathOf)),
    read(path) {
      const text = parseRepoPath(path).ok ? files.get(path) : undefined;
      if (text !== undefined) log.push(`read ${path}`);
      return Promise.resolve(text === undefined ? err({ kind: "not-found" as const, path }) : ok(text));
    },
    write(path, text) {
      const judged = deny("write", path);
      if (!judged.ok) return Promise.resolve(judged);
      files.set(path, text);
      log.push(`wrote ${path}`);
      return Promise.resolve(ok({ added: 1, removed: 0 }));
    },
    remove(path) {
      const judged = deny("remove", path);
      if (!judged.ok) return Promise.resolve(judged);
      files.delete(path);
      return Promise.resolve(ok(undefined));
    },
    rename(from, to) {
      const source = deny("rename", from);
      const target = source.ok ? deny("rename", to) : source;
      if (!target.ok) return Promise.resolve(target);
      files.set(to, files.get(from) ?? "");
      files.delete(from);
      return Promise.resolve(ok(undefined));
    },
  };
}
