/**
 * Asks the repository's formatter about changed files. Prettier with the repository's own options; what can't be asked
 * here is named, and a repository without a formatter is said to have none: neither is "formatted".
 */
import ignore from "ignore";
import type { FormatReport, Unsupported } from "../../src/core/evidence/index.ts";
import { parseRepoPath, type RepoPath } from "../../src/core/snapshot/index.ts";
import { decodeSource } from "../typecheck/file-tree.ts";
import { ROOT, type Repository } from "../typecheck/repository.ts";
import { parseJson } from "../typecheck/workspaces.ts";
import { configFor, optionsFor, type Options } from "./config.ts";

/** What is used of prettier/standalone. */
export interface Prettier {
  readonly version: string;
  check(source: string, options: object): Promise<boolean>;
  getSupportInfo(options: object): Promise<{
    readonly languages: readonly {
      readonly extensions?: readonly string[] | undefined;
      readonly filenames?: readonly string[] | undefined;
    }[];
  }>;
}

const manifestsOf = (repository: Repository) =>
  [...new Set([repository.packageRoot, ROOT])].map((folder) => parseJson(repository.configuration.text(`${folder}/package.json`)));

function declares(repository: Repository, name: string): boolean {
  return manifestsOf(repository).some((manifest) =>
    ["devDependencies", "dependencies"].some((key) => {
      const group = manifest?.[key];
      return typeof group === "object" && group !== null && name in group;
    }),
  );
}

const hasFile = (repository: Repository, ...names: readonly string[]): boolean =>
  [...new Set([repository.packageRoot, ROOT])].some((folder) =>
    names.some((name) => repository.configuration.file(`${folder}/${name}`) !== undefined),
  );

const NOT_ASKED = "Prettier was not asked";
const major = (version: string): string => version.split(".")[0] ?? version;

async function understands(prettier: Prettier, plugins: readonly object[]): Promise<(path: string) => boolean> {
  const { languages } = await prettier.getSupportInfo({ plugins });
  const extensions = languages.flatMap((language) => language.extensions ?? []);
  const names = new Set(languages.flatMap((language) => language.filenames ?? []));
  return (path) => names.has(path.slice(path.lastIndexOf("/") + 1)) || extensions.some((extension) => path.endsWith(extension));
}

export function createFormatEngine(prettier: Prettier, plugins: readonly object[]) {
  async function withPrettier(repository: Repository, paths: readonly string[]): Promise<FormatReport> {
    const unformatted: RepoPath[] = [];
    const unsupported = new Map<string, Unsupported>();
    const name = (what: string, advice: string) => unsupported.set(what, { what, advice, affects: false });
    const own = repository.packages.find((item) => item.location === "node_modules/prettier")?.version;
    if (own !== undefined && major(own) !== major(prettier.version)) {
      name(
        `Prettier ${prettier.version} of this app was asked; the repository has ${own}`,
        "Another major version may format otherwise.",
      );
    }
    const ignored = ignore();
    for (const file of [".gitignore", ".prettierignore"]) ignored.add(repository.configuration.text(`${ROOT}/${file}`) ?? "");
    const known = await understands(prettier, plugins);
    let asked = 0;
    for (const path of paths) {
      const parsed = parseRepoPath(path);
      const ref = parsed.ok ? repository.files.file(`${ROOT}/${path}`) : undefined;
      if (!parsed.ok || ref === undefined || path.includes("node_modules/") || ignored.ignores(path)) continue;
      const config = configFor(repository.configuration, path);
      if (!config.ok) {
        name(`${NOT_ASKED}: ${config.error.what}`, "Run `npx prettier --check` natively on the exported patch.");
        continue;
      }
      const { plugins: foreign, ...options }: Options = optionsFor(repository.configuration, path, config.value);
      if (Array.isArray(foreign) && foreign.length > 0) {
        name(
          `${NOT_ASKED}: its plugins ${foreign.map(String).join(", ")} are not run here`,
          "Run `npx prettier --check` natively on the exported patch.",
        );
        continue;
      }
      if (options["parser"] === undefined && !known(path)) continue;
      try {
        asked++;
        if (!(await prettier.check(decodeSource(ref.read()), { ...options, filepath: path, plugins })))
          unformatted.push(parsed.value);
      } catch (reason) {
        name(
          `Prettier could not read ${path}: ${reason instanceof Error ? (reason.message.split("\n")[0] ?? "") : String(reason)}`,
          "A file with a syntax error has no format to check.",
        );
      }
    }
    const skipped = [...unsupported.keys()].some((what) => what.startsWith(NOT_ASKED));
    // Of a formatter that was asked about none of them nobody may say that it agrees.
    const formatter = asked === 0 && skipped ? null : { name: "Prettier", version: prettier.version };
    return { formatter, unformatted, unsupported: [...unsupported.values()] };
  }

  return {
    version: prettier.version,
    async format(repository: Repository, paths: readonly string[]): Promise<FormatReport> {
      const usesBiome = hasFile(repository, "biome.json", "biome.jsonc") || declares(repository, "@biomejs/biome");
      const config = configFor(repository.configuration, `${repository.packageRoot}/x`.slice(ROOT.length + 1));
      const usesPrettier = (config.ok ? config.value !== null : true) || declares(repository, "prettier");
      if (usesBiome && !usesPrettier) {
        return {
          formatter: null,
          unformatted: [],
          unsupported: [
            {
              what: "Biome formats this repository; it is a native program",
              advice: "Run `npx biome format` natively on the exported patch.",
              affects: false,
            },
          ],
        };
      }
      if (!usesPrettier) return { formatter: null, unformatted: [], unsupported: [] };
      return withPrettier(repository, paths);
    },
  };
}
