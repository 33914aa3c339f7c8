/** Which program runs a package's tests, from what the package says of itself, and where that program's configuration lies. */
import { babelPlugins } from "./jest-config.ts";
import { fields, strings, type Fields } from "./read-fields.ts";

export interface PackageInputs {
  /** "" or the package's folder. */
  readonly packageRoot: string;
  readonly has: (path: string) => boolean;
  /** Null: there is no such file. */
  readonly text: (path: string) => string | null;
}

export type Recognised =
  | { readonly kind: "vitest" | "node:test" }
  /** One that no sandbox runs. */
  | { readonly kind: "other"; readonly name: string }
  | {
      readonly kind: "jest";
      /** Relative to the repository; null: it says nothing, or stands in package.json. */
      readonly file: string | null;
      /** What package.json says. */
      readonly inline: unknown;
      readonly esm: boolean;
      readonly environment: string | null;
    };

const JEST_FILES = [".js", ".ts", ".mjs", ".cjs", ".json", ".mts", ".cts"].map((extension) => `jest.config${extension}`);
const OTHER =
  /(?:^|[\s/&;|])(mocha|ava|jasmine|tap|tape|uvu|lab|qunit|karma|bun test|deno test|playwright test|cypress run)(?:$|[\s&;|])/;
const VITEST_FILE = /^vitest\.(?:config|workspace|projects)\.(?:[cm]?[jt]s|json)$/;

export function recogniseRunner(inputs: PackageInputs, names: Iterable<string>): Recognised {
  const { packageRoot } = inputs;
  const prefix = packageRoot === "" ? "" : `${packageRoot}/`;
  for (const name of names) if (name.startsWith(prefix) && VITEST_FILE.test(name.slice(prefix.length))) return { kind: "vitest" };
  const own = parsed(inputs.text(`${prefix}package.json`));
  const all = packageRoot === "" ? [own] : [own, parsed(inputs.text("package.json"))];
  for (const json of all) {
    const scripts = Object.values(fields(json["scripts"])).filter((script) => typeof script === "string");
    const named = { ...fields(json["dependencies"]), ...fields(json["devDependencies"]) };
    if (named["vitest"] !== undefined || scripts.some((script) => /\bvitest\b/.test(script))) return { kind: "vitest" };
    const runs = scripts.filter((script) => /(?:^|[\s/&;|])jest(?:\.js)?(?:$|[\s&;|])/.test(script));
    const file = JEST_FILES.find((name) => inputs.has(prefix + name));
    if (named["jest"] !== undefined || runs.length > 0 || own["jest"] !== undefined || file !== undefined) {
      const script = fields(own["scripts"])["test"];
      const command = typeof script === "string" && /\bjest\b/.test(script) ? script : (runs[0] ?? "");
      const given =
        /(?:--config|-c)[= ]\s*["']?([^\s"']+)/.exec(command)?.[1] ?? (typeof own["jest"] === "string" ? own["jest"] : null);
      const path = given?.startsWith("{") === false ? prefix + given.replace(/^\.\//, "") : null;
      return {
        kind: "jest",
        file: path !== null && inputs.has(path) ? path : own["jest"] === undefined && file !== undefined ? prefix + file : null,
        inline: own["jest"],
        esm: scripts.some((each) => each.includes("experimental-vm-modules")),
        environment: /--(?:env|testEnvironment)[= ]\s*["']?([^\s"']+)/.exec(command)?.[1] ?? null,
      };
    }
    if (scripts.some((each) => /\bnode\b.*--test\b/.test(each))) return { kind: "node:test" };
    const script = fields(json["scripts"])["test"];
    const other = typeof script === "string" ? OTHER.exec(script)?.[1] : undefined;
    if (other !== undefined) return { kind: "other", name: other };
  }
  return { kind: "vitest" };
}

function parsed(text: string | null): Fields {
  if (text === null) return {};
  try {
    return fields(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What Babel is configured to do beyond its common presets. Of a configuration that is code, only what its lists name in quotes is known. */
export function repositoryBabelPlugins({ packageRoot, text }: PackageInputs): readonly string[] {
  const prefix = packageRoot === "" ? "" : `${packageRoot}/`;
  const found = [babelPlugins(parsed(text(`${prefix}package.json`))["babel"])];
  for (const name of [".babelrc", ".babelrc.json", "babel.config.json"]) found.push(babelPlugins(parsed(text(prefix + name))));
  for (const name of ["babel.config.js", "babel.config.cjs", "babel.config.mjs", ".babelrc.js", ".babelrc.cjs"]) {
    const code = text(prefix + name) ?? "";
    const listed = (key: string): readonly string[] =>
      [...code.matchAll(new RegExp(`\\b${key}\\s*:\\s*\\[((?:[^[\\]]|\\[[^\\]]*\\])*)\\]`, "g"))].flatMap(([, list]) =>
        strings([...(list ?? "").matchAll(/(?:^|[[,(\s])["']([^"']+)["'](?=\s*(?:,|\)|\]|$))/g)].map(([, each]) => each)),
      );
    // An option's value in a list's entry looks like a name as well: only what is called like one counts.
    const isName = (each: string): boolean => /preset|plugin|^babel-|^@/.test(each);
    found.push(babelPlugins({ plugins: listed("plugins").filter(isName), presets: listed("presets").filter(isName) }));
  }
  return [...new Set(found.flat())];
}
