/** What a Jest suite's workers are sent: every file that is reached by a literal specifier, compiled to CommonJS or as it stands. */
import type { ProjectConfig, JestOptions } from "../../src/protocol/sandbox-config.ts";
import type { CommonJsModule, ModuleGraph } from "../../src/protocol/sandbox-host.ts";
import type { Compiled } from "./compile.ts";
import type { FileView } from "./files.ts";
import { directoryOf, type Resolver, type ResolverOptions } from "./resolver.ts";

export interface JestGraph {
  /** The modules and all that they ask for. */
  modules(entries: readonly string[], seen: Set<string>): readonly CommonJsModule[];
  graph(entries: readonly string[], sent: Set<string>): ModuleGraph;
}

/** Jest's rules: one order of extensions for everybody, aliases for packages too, and conditions of the environment. */
export function jestResolverOptions(project: ProjectConfig, jest: JestOptions): ResolverOptions {
  return {
    root: project.root,
    alias: project.alias.map((rule) =>
      "find" in rule ? rule : { find: new RegExp(rule.pattern, rule.flags), replacement: rule.replacement },
    ),
    aliasForPackages: true,
    conditions: jest.conditions,
    requireConditions: [...jest.conditions, ...(jest.esm ? ["import"] : []), "require", "default"],
    mainFields: ["main"],
    extensions: jest.extensions,
    requireExtensions: jest.extensions,
    dedupe: [],
    paths: (spec) => jest.modulePaths.map((path) => `${path}/${spec}`),
  };
}

export function createJestGraph(input: {
  readonly files: FileView;
  readonly project: ProjectConfig;
  readonly jest: JestOptions;
  readonly resolver: Resolver;
  readonly compile: (file: string) => Compiled;
}): JestGraph {
  const { files, project, jest, resolver, compile } = input;
  const untransformed = jest.untransformed.map((source) => new RegExp(source));
  let mocks: readonly (readonly [name: string, file: string])[] | undefined;

  const isCompiled = (file: string): boolean =>
    /\.[mc]?[jt]sx?$/.test(file) &&
    (!untransformed.some((regex) => regex.test(file)) || (jest.esm && resolver.format(file) === "module"));

  function resolve(spec: string, importer: string): string | null {
    const found = resolver.resolve(spec, importer, "require");
    if (found === null) return null;
    return "builtin" in found ? `node:${found.builtin}` : found.file;
  }

  function moduleOf(file: string): CommonJsModule | null {
    if (file.endsWith(".json")) return { file, code: files.text(file), format: "json", requires: {} };
    if (!/\.[mc]?[jt]sx?$/.test(file)) return { file, code: files.text(file), format: "commonjs", requires: {} };
    if (!isCompiled(file)) {
      const code = files.text(file);
      const specs = [...code.matchAll(/\brequire\(\s*(["'])([^"'\n]+)\1\s*\)/g)].flatMap(([, , spec]) => spec ?? []);
      return { file, code, format: "commonjs", requires: requiresOf(specs, file) };
    }
    try {
      const { code, map, imports } = compile(file);
      return { file, code, format: "commonjs", requires: requiresOf(imports, file), compiled: { map, error: null } };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { file, code: "", format: "commonjs", requires: {}, compiled: { map: null, error: message } };
    }
  }

  function requiresOf(specs: readonly string[], file: string): Record<string, string> {
    const requires: Record<string, string> = {};
    for (const spec of specs) {
      const to = spec === "@jest/globals" ? null : resolve(spec, file);
      if (to !== null) requires[spec] = to;
    }
    return requires;
  }

  function modules(entries: readonly string[], seen: Set<string>): readonly CommonJsModule[] {
    const out: CommonJsModule[] = [];
    const queue = [...entries];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (seen.has(file) || !files.isFile(file)) continue;
      seen.add(file);
      const module = moduleOf(file);
      if (module === null) continue;
      out.push(module);
      for (const to of Object.values(module.requires)) if (!to.startsWith("node:")) queue.push(to);
    }
    return out;
  }

  /** A folder `__mocks__` anywhere under the roots: its files stand for packages by their name. */
  function mocksOfPackages(): readonly (readonly [name: string, file: string])[] {
    if (mocks !== undefined) return mocks;
    const found: [string, string][] = [];
    for (const path of files.paths()) {
      const name = /\/__mocks__\/(.+)\.[^./]+$/.exec(path)?.[1];
      if (name === undefined || path.includes("/node_modules/") || !jest.roots.some((root) => path.startsWith(`${root}/`)))
        continue;
      if (jest.extensions.some((extension) => path.endsWith(extension))) found.push([name.replace(/\/index$/, ""), path]);
    }
    return (mocks = found);
  }

  return {
    modules,
    graph(entries, sent) {
      const named = entries.flatMap((spec): readonly (readonly [string, string])[] => {
        const to = files.isFile(spec) ? spec : resolve(spec, `${project.root}/x.js`);
        return to === null ? [] : [[spec, to]];
      });
      const all = mocksOfPackages();
      return {
        fetched: [],
        commonjs: modules([...named.map(([, file]) => file), ...all.map(([, file]) => file)], sent),
        jest: { mocks: all, entries: named },
      };
    },
  };
}

/** The folder beside a file where its mock lies. */
export const adjacentMock = (file: string): string => `${directoryOf(file)}/__mocks__/${file.slice(file.lastIndexOf("/") + 1)}`;
