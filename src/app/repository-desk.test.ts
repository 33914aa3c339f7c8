/** Opening, over the real store of git objects: the packages of a monorepo, and what is picked of them. */
import { describe, expect, it } from "vitest";
import { repoPathOf } from "../core/snapshot/index.ts";
import { createGitEngine } from "../../workers/git/engine.ts";
import { createAppStore } from "./app-store.ts";
import { createRepositoryDesk, textAt } from "./repository-desk.ts";

async function desk(files: Readonly<Record<string, string>>) {
  const store = createAppStore();
  const opened = createRepositoryDesk(store, {
    git: createGitEngine(),
    demos: {
      list: () => Promise.resolve([]),
      dependencies: () => Promise.reject(new Error("no demo here")),
      script: () => Promise.reject(new Error("no demo here")),
      scriptFrom: () => Promise.reject(new Error("no demo here")),
    },
    dependencies: () => ({
      install: () => Promise.resolve({ ok: false, error: { kind: "no-lockfile", message: "none", advice: "none" } }),
    }),
    dependencyArchive: () => ({ install: () => Promise.reject(new Error("no archive here")) }),
  });
  const picked = Object.entries(files).map(([path, text]) => ({ path: `repo/${path}`, blob: new Blob([text]), executable: false }));
  await opened.open({ kind: "files", name: "repo", files: picked }, "repo", null);
  const open = () => {
    const { repository } = store.get();
    if (repository.kind !== "open") throw new Error(`it is ${repository.kind}`);
    return repository;
  };
  return { opened, open };
}

const MONOREPO = {
  "package.json": '{ "name": "board", "workspaces": ["packages/*"] }',
  "packages/ui/package.json": '{ "name": "@board/ui" }',
  "packages/ui/src/a.ts": "export {};\n",
  "packages/nameless/package.json": "{}",
  "packages/broken/package.json": "{ no JSON",
  "docs/not-a-package.json": "{}",
};

describe("a monorepo", () => {
  it("lists its packages by name, or by folder where they have none; what is no JSON is none", async () => {
    const { open } = await desk(MONOREPO);
    expect(open().packages).toEqual([
      { root: "", name: "board" },
      { root: "packages/nameless", name: "packages/nameless" },
      { root: "packages/ui", name: "@board/ui" },
    ]);
    expect(open().packageRoot).toBe("");
  });

  it("one package is picked, and the rest is there to be read", async () => {
    const { opened, open } = await desk(MONOREPO);
    opened.selectPackage(repoPathOf("packages/ui"));
    expect(open().packageRoot).toBe("packages/ui");
    const files = opened.desk()?.files;
    if (files === undefined) throw new Error("nothing is open");
    expect(textAt(files, repoPathOf("packages/broken/package.json"))).toBe("{ no JSON");
    expect(textAt(files, repoPathOf("packages/gone.ts"))).toBeNull();
  });

  it("a repository without a package.json has no package to pick", async () => {
    const { open } = await desk({ "README.md": "hello\n" });
    expect(open().packages).toEqual([]);
  });
});
