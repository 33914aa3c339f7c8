import { describe, expect, it } from "vitest";
import { snapshotOf } from "../../../../e2e/contract/snapshot-of.ts";
import { likelyEnvironment } from "./likely-environment.ts";

function likely(files: Readonly<Record<string, string>>, packageRoot = ""): string {
  const inputs = snapshotOf(files);
  return likelyEnvironment({ inputs, packageRoot }, (snapshot, path) => {
    const oid = snapshot.entries.find((entry) => entry.path === path)?.oid;
    const bytes = oid === undefined ? undefined : snapshot.blobs.get(oid);
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  });
}
const CONFIG = 'export default { test: { environment: "happy-dom" } };\n';

describe("the environment that tests will most likely run in", () => {
  it("is what the configuration names, before what is installed", () => {
    expect(likely({ "package.json": '{"devDependencies":{"jsdom":"29"}}' })).toBe("jsdom");
    expect(likely({ "package.json": '{"devDependencies":{"jsdom":"29"}}', "vitest.config.ts": CONFIG })).toBe("happy-dom");
    expect(likely({ "package.json": '{"devDependencies":{"jest-environment-jsdom":"30"}}' })).toBe("jsdom");
  });

  it("is node where nothing is named, and the chosen package's own", () => {
    expect(likely({ "package.json": "{}", "src/jsdom.ts": 'export const name = "jsdom";\n' })).toBe("node");
    expect(likely({ "package.json": "{}", "packages/ui/vite.config.ts": CONFIG }, "packages/ui")).toBe("happy-dom");
    expect(likely({ "package.json": "{}", "packages/ui/vite.config.ts": CONFIG })).toBe("node");
  });
});
