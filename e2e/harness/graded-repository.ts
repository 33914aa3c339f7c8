/** A small repository with a bug on `main`, its fix and test on `published`, and what a receipt says of them. */
import { createRepository, git, type TestRepository } from "../servers/git-repository.ts";
import type { ReceiptBody } from "../../src/core/receipt/index.ts";
import { draftReceipt } from "./signed-receipts.ts";

export const FILES = {
  "package.json": '{ "name": "twice", "private": true, "type": "module" }\n',
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "ESNext", "moduleResolution": "bundler", "target": "ES2023", "noEmit": true, "allowImportingTsExtensions": true, "skipLibCheck": true, "types": [] }, "include": ["src", "tests"] }\n',
  "src/twice.ts": "export const twice = (n: number): number => n * 3;\n",
  "tests/zero.test.ts":
    'import { expect, it } from "vitest";\nimport { twice } from "../src/twice.ts";\n\nit("of nothing is nothing", () => {\n  expect(twice(0)).toBe(0);\n});\n',
};
const FIX = { "src/twice.ts": "export const twice = (n: number): number => n * 2;\n" };
export const TEST = {
  "tests/one.test.ts":
    'import { expect, it } from "vitest";\nimport { twice } from "../src/twice.ts";\n\nit("of one is two", () => {\n  expect(twice(1)).toBe(2);\n});\n',
};

export interface GradedRepository {
  readonly repository: TestRepository;
  /** The commit on `published`. */
  readonly published: string;
  readonly patch: string;
  readonly body: ReceiptBody;
}

export function createGradedRepository(): GradedRepository {
  const repository = createRepository();
  const commit = repository.commit(FILES);
  const base = repository.tree();
  repository.git("checkout", "-q", "-b", "parts");
  repository.commit({ ...FILES, ...TEST });
  const baseWithTests = repository.tree();
  repository.commit({ ...FILES, ...FIX });
  const fix = repository.tree();
  repository.git("checkout", "-q", "main");
  repository.git("checkout", "-q", "-b", "published");
  const published = repository.commit({ ...FILES, ...FIX, ...TEST });
  const candidate = repository.tree();
  const patch = `${git(repository.folder, ["diff", "--binary", "main", "published"])}\n`;
  // Not needed any more, and not what a repository would have.
  repository.git("checkout", "-q", "main");
  repository.git("branch", "-q", "-D", "parts");
  const body = draftReceipt({ name: "twice", commit, trees: { base, baseWithTests, fix, candidate }, patch });
  return { repository, published, patch, body };
}
