/** tsc and the formatter as real programs: the repository's own where it has them, else ours, by name. */
import { parse as parseJsonc } from "jsonc-parser";
import type { SandboxError } from "../../../app/ports/index.ts";
import type { Diagnostic, FormatReport, TypecheckReport, Unsupported } from "../../../core/evidence/index.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { RepoPath } from "../../../core/snapshot/index.ts";
import { foreignCheckersIn } from "../../../protocol/typecheck.ts";
import { parseTscOutput } from "./parse-tsc.ts";
import { isAborted, type PreparedHost, type WorkFolder } from "./process-host.ts";

export interface ProgramOptions {
  readonly folder: WorkFolder;
  readonly host: PreparedHost;
  readonly packageRoot: RepoPath | "";
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

export interface ProgramEnd {
  readonly output: string;
  readonly code: number | null;
}

export async function runProgram(
  { folder, signal, deadlineMs }: ProgramOptions,
  args: readonly string[],
  cwd: string,
): Promise<Result<ProgramEnd, SandboxError>> {
  if (isAborted(signal)) return err({ kind: "cancelled" });
  let output = "";
  const timed = { out: false };
  const running = await folder.spawn({
    program: "node",
    args,
    cwd,
    env: { CI: "1", NO_COLOR: "1", FORCE_COLOR: "0" },
    onOutput: (text) => {
      output += text;
    },
  });
  const onAbort = (): void => {
    running.kill();
  };
  const timer = setTimeout(() => {
    timed.out = true;
    running.kill();
  }, deadlineMs);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (isAborted(signal)) running.kill();
    const code = await running.exit;
    if (isAborted(signal)) return err({ kind: "cancelled" });
    if (timed.out)
      return err({
        kind: "lost",
        message: `no end after ${String(deadlineMs)} ms; it was ended`,
        advice: "Nothing is known then.",
      });
    return ok({ output, code });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

const upwards = (packageRoot: string): readonly string[] =>
  packageRoot === ""
    ? [""]
    : [packageRoot, ...upwards(packageRoot.includes("/") ? packageRoot.slice(0, packageRoot.lastIndexOf("/")) : "")];
const join = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

/** Folder of an installed package, looked for from the package upwards. */
export async function findPackage(
  folder: WorkFolder,
  packageRoot: string,
  name: string,
): Promise<{ readonly path: string; readonly version: string } | null> {
  for (const above of upwards(packageRoot)) {
    const path = join(above, `node_modules/${name}`);
    const manifest = parseFields(await folder.read(`${path}/package.json`));
    if (typeof manifest["version"] === "string") return { path, version: manifest["version"] };
  }
  return null;
}

export function parseFields(text: string | null): Readonly<Record<string, unknown>> {
  const value: unknown = text === null ? null : parseJsonc(text, [], { allowTrailingComma: true });
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export async function findTool(options: ProgramOptions, name: "vitest" | "typescript" | "prettier") {
  const { folder, host, packageRoot } = options;
  const own = await findPackage(folder, packageRoot, name);
  if (own !== null) return { ...own, from: "repository" as const };
  if (!(await host.lend(folder, name))) return null;
  const lent = await findPackage(folder, packageRoot, name);
  return lent === null ? null : { ...lent, from: "fixgate" as const };
}

async function firstExisting(folder: WorkFolder, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await folder.exists(path)) return path;
  return null;
}

const missing = (what: string): Result<never, SandboxError> =>
  err({
    kind: "unsupported",
    what,
    message: `${what} is not installed and can't be lent to this sandbox`,
    advice: "Install the repository's dependencies.",
  });

export async function typecheckByTsc(options: ProgramOptions, now: () => number): Promise<Result<TypecheckReport, SandboxError>> {
  const { folder, packageRoot } = options;
  const started = now();
  const scripts = parseFields(await folder.read(join(packageRoot, "package.json")))["scripts"];
  const lines =
    typeof scripts === "object" && scripts !== null
      ? Object.values(scripts).filter((item): item is string => typeof item === "string")
      : [];
  const configured = lines.map((line) =>
    /\btsc\b[^&|;]*?\s(?:-p|--project|-b|--build)\s+["']?([\w@./-]+)/.exec(line)?.[1]?.replace(/^\.\/|\/$/g, ""),
  );
  const named = configured.flatMap((path) =>
    path === undefined ? [] : [join(packageRoot, path), join(packageRoot, `${path}/tsconfig.json`)],
  );
  const config = await firstExisting(folder, [
    join(packageRoot, "tsconfig.json"),
    ...named.filter((path) => path.endsWith(".json")),
    "tsconfig.json",
  ]);
  const tool = await findTool(options, "typescript");
  if (tool === null) return missing("typescript");
  const typescript = { version: tool.version, from: tool.from };
  if (config === null) return ok({ typescript, applicable: false, diagnostics: [], unsupported: [], durationMs: now() - started });

  const unsupported: Unsupported[] = [];
  let cli = await firstExisting(folder, [`${tool.path}/lib/tsc.js`, `${tool.path}/bin/tsc`]);
  for (const checker of foreignCheckersIn(lines)) {
    const vue =
      checker === "vue-tsc"
        ? await firstExisting(folder, [
            join(packageRoot, "node_modules/vue-tsc/bin/vue-tsc.js"),
            "node_modules/vue-tsc/bin/vue-tsc.js",
          ])
        : null;
    if (vue !== null) cli = vue;
    else
      unsupported.push({
        what: `${checker} checks this repository; only its plain TypeScript was checked`,
        advice: `Run ${checker} natively on the exported patch.`,
        affects: checker !== "tsgo",
      });
  }
  if (cli === null) return missing("tsc");
  const { references } = parseFields(await folder.read(config));
  const build = Array.isArray(references) && references.length > 0;
  const args = build ? ["-b", `${folder.root}/${config}`] : ["--noEmit", "-p", `${folder.root}/${config}`];
  const ran = await runProgram(options, [`${folder.root}/${cli}`, ...args, "--pretty", "false"], packageRoot);
  if (!ran.ok) return ran;
  const { diagnostics, rest } = parseTscOutput(ran.value.output, { folder: packageRoot, root: folder.root });
  if (ran.value.code !== 0 && diagnostics.length === 0) {
    return err({
      kind: "lost",
      message: `tsc ended with ${String(ran.value.code)} and no diagnostic: ${rest.join("\n").slice(-1000)}`,
      advice: "It fails in the same way natively.",
    });
  }
  return ok({ typescript, applicable: true, diagnostics: unique(diagnostics), unsupported, durationMs: now() - started });
}

function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((item) => [JSON.stringify(item), item])).values()];
}

const PRETTIER_CONFIG = [
  ".prettierrc",
  ".prettierrc.json",
  ".prettierrc.yaml",
  ".prettierrc.yml",
  ".prettierrc.json5",
  ".prettierrc.toml",
].concat(["js", "mjs", "cjs", "ts", "mts", "cts"].flatMap((ext) => [`.prettierrc.${ext}`, `prettier.config.${ext}`]));

export async function formatByProgram(
  options: ProgramOptions,
  paths: readonly RepoPath[],
): Promise<Result<FormatReport, SandboxError>> {
  const { folder, packageRoot } = options;
  const folders = upwards(packageRoot);
  const manifests = await Promise.all(folders.map(async (above) => parseFields(await folder.read(join(above, "package.json")))));
  const declares = (name: string) =>
    manifests.some((manifest) =>
      [manifest["devDependencies"], manifest["dependencies"]].some(
        (group) => typeof group === "object" && group !== null && name in group,
      ),
    );
  const prettier =
    declares("prettier") ||
    manifests.some((manifest) => "prettier" in manifest) ||
    (await firstExisting(
      folder,
      folders.flatMap((above) => PRETTIER_CONFIG.map((name) => join(above, name))),
    )) !== null;
  const biome =
    declares("@biomejs/biome") ||
    (await firstExisting(
      folder,
      folders.flatMap((above) => [join(above, "biome.json"), join(above, "biome.jsonc")]),
    )) !== null;
  const present: RepoPath[] = [];
  for (const path of paths) if (await folder.exists(path)) present.push(path);
  if (prettier) return formatByPrettier(options, present);
  if (biome) return formatByBiome(options, present);
  return ok({ formatter: null, unformatted: [], unsupported: [] });
}

async function formatByPrettier(options: ProgramOptions, paths: readonly RepoPath[]): Promise<Result<FormatReport, SandboxError>> {
  const { folder } = options;
  const tool = await findTool(options, "prettier");
  if (tool === null) return missing("prettier");
  const cli = await firstExisting(folder, [`${tool.path}/bin/prettier.cjs`, `${tool.path}/bin-prettier.js`]);
  if (cli === null) return missing("prettier");
  const formatter = { name: "Prettier", version: tool.version };
  if (paths.length === 0) return ok({ formatter, unformatted: [], unsupported: [] });
  const ran = await runProgram(options, [`${folder.root}/${cli}`, "--list-different", "--ignore-unknown", ...paths], "");
  if (!ran.ok) return ran;
  const lines = ran.value.output.split("\n");
  const unsupported = lines
    .filter((line) => line.startsWith("[error]"))
    .slice(0, 1)
    .map((line) => ({
      what: `Prettier: ${line.slice("[error] ".length)}`,
      advice: "A file that Prettier can't read has no format to check.",
      affects: false,
    }));
  return ok({ formatter, unformatted: paths.filter((path) => lines.includes(path)), unsupported });
}

async function formatByBiome(options: ProgramOptions, paths: readonly RepoPath[]): Promise<Result<FormatReport, SandboxError>> {
  const { folder, packageRoot } = options;
  const tool = await findPackage(folder, packageRoot, "@biomejs/biome");
  const cli = tool === null ? null : await firstExisting(folder, [`${tool.path}/bin/biome`]);
  if (tool === null || cli === null) {
    return ok({
      formatter: null,
      unformatted: [],
      unsupported: [
        {
          what: "Biome formats this repository and is not installed",
          advice: "Run `npx biome format` natively on the exported patch.",
          affects: false,
        },
      ],
    });
  }
  const unformatted: RepoPath[] = [];
  for (const path of paths) {
    const ran = await runProgram(
      options,
      [`${folder.root}/${cli}`, "format", "--no-errors-on-unmatched", "--files-ignore-unknown=true", path],
      "",
    );
    if (!ran.ok) return ran;
    if (ran.value.code !== 0) unformatted.push(path);
  }
  return ok({ formatter: { name: "Biome", version: tool.version }, unformatted, unsupported: [] });
}
