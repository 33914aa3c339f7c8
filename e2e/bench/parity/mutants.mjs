/** One-line mutants of a repository's sources, by the same operators that the gates use. */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../sandbox/harness.mjs";

export async function mutantGenerator() {
  const out = path.join(root, `.cache/bench/generate-${String(process.pid)}.mjs`);
  await build({
    entryPoints: [path.join(root, "workers/analysis/mutate/generate.ts")],
    outfile: out,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const { generateMutants } = await import(pathToFileURL(out).href);
  fs.rmSync(out);
  return generateMutants;
}

const NOT_SOURCE =
  /node_modules|\.git$|(^|\/)(dist|docs?|bench(marks?)?|examples?|scripts|website|tests?|__tests__|__mocks__)(\/|$)|\.(test|spec|d|config|bench|stories)\.|\.test-d\./;

/** The largest sources first. */
export function listSources(folder, packageRoot = "") {
  const walk = (at) =>
    fs.readdirSync(path.join(folder, at), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(at, entry.name);
      if (NOT_SOURCE.test(name)) return [];
      return entry.isDirectory() ? walk(name) : /\.([cm]?tsx?|m?jsx?)$/.test(entry.name) ? [name] : [];
    });
  const under = (...folders) =>
    folders
      .map((one) => path.posix.join(packageRoot, one))
      .filter((at) => fs.existsSync(path.join(folder, at)))
      .flatMap(walk);
  const found = under("src", "lib", "packages");
  const size = (name) => fs.statSync(path.join(folder, name)).size;
  return (found.length > 0 ? found : under(".")).sort((a, b) => size(b) - size(a));
}

/** More than are wanted, since no test may reach a file. Spread over the files, so that twenty mutants are not twenty readings of one function. */
export function mutantsOf(folder, sources, generateMutants, count) {
  const each = sources.slice(0, 40).map((file) => {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    try {
      return generateMutants({ path: file, before: null, after: text })
        .filter((mutant) => mutant.place.line === mutant.place.endLine)
        .filter((_, index, all) => index % Math.max(1, Math.floor(all.length / count)) === 0)
        .map((mutant) => ({
          file,
          what: `${file}:${String(mutant.place.line)} ${mutant.original.slice(0, 60)} -> ${mutant.replacement.slice(0, 60)}`,
          text: text.slice(0, mutant.from) + mutant.replacement + text.slice(mutant.to),
        }));
    } catch {
      return [];
    }
  });
  return Array.from({ length: count }, (_, index) => each.flatMap((list) => list.slice(index, index + 1)))
    .flat()
    .slice(0, count * 6);
}
