/**
 * What Node's built-in modules do, as suites of their own (`built-ins/<module>.suite.ts`), each test written so that a
 * stand-in which does nothing fails it. A sandbox must pass them all.
 */
import fs from "node:fs";
import path from "node:path";
import type { SuiteCase } from "./cases.ts";

const folder = path.join(import.meta.dirname, "built-ins");
const SUITE = ".suite.ts";
const PACKAGE = JSON.stringify({ name: "built-ins", type: "module", private: true });

/** Tests stand at the top level, with their titles as literals, so that their ids can be read off the source. */
function titlesOf(name: string, source: string): string[] {
  const titles = [...source.matchAll(/^it\("([^"]+)"/gm)].map(([, title = ""]) => title);
  if (titles.length === 0 || titles.length !== source.match(/\bit\(/g)?.length || new Set(titles).size !== titles.length)
    throw new Error(`${name}: a test is not at the top level, or two have one title`);
  return titles;
}

export const BUILT_IN_CASES: readonly SuiteCase[] = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith(SUITE))
  .map((name) => {
    const module = name.slice(0, -SUITE.length);
    const source = fs.readFileSync(path.join(folder, name), "utf8");
    const file = `${module}.test.ts`;
    return {
      name: `built-in module ${module}`,
      files: { "package.json": PACKAGE, [file]: source },
      expected: { tests: Object.fromEntries(titlesOf(name, source).map((title) => [`${file} > ${title}`, "pass" as const])) },
    };
  });
