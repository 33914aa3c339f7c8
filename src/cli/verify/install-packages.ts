/**
 * A repository's packages in a clean folder, exactly as its lockfile names them, by the package manager that the lockfile is of.
 * Only manifests, the lockfile and patches of packages are copied there: no hook, plugin or script of the repository runs.
 * Prevents two mistakes: packages of other versions than the graded ones, and a refusal that doesn't say what to do.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { err, ok, type Result } from "../../core/result.ts";

export interface InstallError {
  readonly message: string;
  readonly advice: string;
}

const OTHERWISE = "Or install them yourself and give --node-modules <folder>.";
const MINUTES = 15;

type Manager = "npm" | "pnpm" | "yarn-classic" | "yarn-berry" | "bun";

interface Plan {
  readonly manager: Manager;
  readonly lockfile: string;
  /** What npm would fetch: `pnpm@9.15.4`. Null: npm itself. */
  readonly program: string | null;
  readonly args: readonly string[];
}

const LOCKFILES: readonly { readonly file: string; readonly family: string }[] = [
  { file: "npm-shrinkwrap.json", family: "npm" },
  { file: "package-lock.json", family: "npm" },
  { file: "pnpm-lock.yaml", family: "pnpm" },
  { file: "yarn.lock", family: "yarn" },
  { file: "bun.lock", family: "bun" },
  { file: "bun.lockb", family: "bun" },
];

/** Of several lockfiles the one that package.json's `packageManager` names counts, else the first: as where the gates first ran. */
export function planInstall(folder: string): Result<Plan, InstallError> {
  const named = packageManagerOf(folder);
  const present = LOCKFILES.filter(({ file }) => existsSync(join(folder, file)));
  const chosen = present.find(({ family }) => family === named.name) ?? present[0];
  if (chosen === undefined)
    return err({
      message: `There is no lockfile at the repository's root (${LOCKFILES.map(({ file }) => file).join(", ")}), so nobody can say which packages were graded.`,
      advice: "Install the packages yourself and give --node-modules <folder>.",
    });
  const { file, family } = chosen;
  const version = named.name === family ? named.version : null;
  const text = file === "bun.lockb" ? "" : readFileSync(join(folder, file), "utf8");
  switch (family) {
    case "pnpm":
      return ok({
        manager: "pnpm",
        lockfile: file,
        program: `pnpm@${version ?? pnpmFor(text)}`,
        args: ["install", "--frozen-lockfile", "--ignore-scripts", "--ignore-pnpmfile", "--reporter=append-only"],
      });
    case "yarn":
      return /^__metadata:/m.test(text)
        ? ok({
            manager: "yarn-berry",
            lockfile: file,
            program: `@yarnpkg/cli-dist@${version?.startsWith("1.") === false ? version : berryFor(text)}`,
            args: ["install", "--immutable", "--mode=skip-build"],
          })
        : ok({
            manager: "yarn-classic",
            lockfile: file,
            program: `yarn@${version?.startsWith("1.") === true ? version : "1.22.22"}`,
            args: ["install", "--frozen-lockfile", "--ignore-scripts", "--non-interactive", "--ignore-engines"],
          });
    case "bun":
      return ok({
        manager: "bun",
        lockfile: file,
        program: `bun@${version ?? "1"}`,
        args: ["install", "--frozen-lockfile", "--ignore-scripts"],
      });
    default:
      return ok({ manager: "npm", lockfile: file, program: null, args: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"] });
  }
}

/** The folder `node_modules` inside of `clean`. */
export function installPackages(folder: string, clean: string, say: (line: string) => void): Result<string, InstallError> {
  const planned = planInstall(folder);
  if (!planned.ok) return planned;
  const plan = planned.value;
  copyManifests(folder, clean, plan);
  const [command, args] =
    plan.program === null
      ? ["npm", plan.args]
      : ["npm", ["exec", "--yes", `--package=${plan.program}`, "--", binOf(plan), ...plan.args]];
  const shown = `${plan.program ?? "npm"} ${plan.args.join(" ")}`;
  say(`packages by ${shown}`);
  const ended = spawnSync(command, args, {
    cwd: clean,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 26,
    timeout: MINUTES * 60_000,
    env: { ...process.env, ...environmentOf(plan) },
  });
  const modules = join(clean, "node_modules");
  if (ended.status === 0 && existsSync(modules)) return ok(modules);
  // A lockfile that names nothing is kept to by installing nothing.
  if (ended.status === 0) {
    mkdirSync(modules);
    return ok(modules);
  }
  const said = `${ended.stdout}\n${ended.stderr}\n${ended.error?.message ?? ""}`
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /err|fail|unsupported|not found|required|frozen|lockfile/i.test(line))
    .slice(-4)
    .join(" ");
  return err({
    message: `The packages could not be installed by ${shown}${said === "" ? "." : `: ${said}`}`,
    advice: `${ADVICE[plan.manager]} ${OTHERWISE}`,
  });
}

const ADVICE: Readonly<Record<Manager, string>> = {
  npm: "See whether package-lock.json fits package.json, and whether the registry answers.",
  pnpm: "See whether pnpm-lock.yaml fits the manifests, and whether this pnpm runs on this Node.",
  "yarn-classic": "See whether yarn.lock fits package.json, and whether its registry answers.",
  "yarn-berry": "See whether yarn.lock fits the manifests; settings and plugins of .yarnrc.yml are not used here.",
  bun: "See whether the lockfile fits package.json, and whether Bun runs on this machine.",
};

const binOf = ({ manager }: Plan): string => (manager.startsWith("yarn") ? "yarn" : manager);

function environmentOf({ manager }: Plan): Readonly<Record<string, string>> {
  const registry = manager === "yarn-berry" || manager === "bun" ? registryOfNpm() : null;
  return {
    CI: "1",
    // A version is asked for by name: no manager fetches another one instead, and no hook of Corepack stands between.
    COREPACK_ENABLE_STRICT: "0",
    npm_config_manage_package_manager_versions: "false",
    ...(manager === "yarn-berry"
      ? { YARN_IGNORE_PATH: "1", YARN_NODE_LINKER: "node-modules", YARN_ENABLE_SCRIPTS: "0", YARN_ENABLE_TELEMETRY: "0" }
      : {}),
    ...(manager === "yarn-berry" && registry !== null ? { YARN_NPM_REGISTRY_SERVER: registry } : {}),
    ...(manager === "bun" && registry !== null ? { BUN_CONFIG_REGISTRY: registry } : {}),
  };
}

/** Yarn 2 and Bun don't read npm's settings; the person's registry is the one to ask all the same. */
function registryOfNpm(): string | null {
  const asked = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" });
  const address = asked.stdout.trim();
  return asked.status === 0 && /^https?:/.test(address) && !address.startsWith("https://registry.npmjs.org") ? address : null;
}

const manifestShape = v.object({ packageManager: v.optional(v.string()) });

function packageManagerOf(folder: string): { readonly name: string | null; readonly version: string | null } {
  let parsed;
  try {
    parsed = v.safeParse(manifestShape, JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  } catch {
    return { name: null, version: null };
  }
  const found = /^(npm|pnpm|yarn|bun)@(\d+\.\d+\.\d+[\w.-]*)/.exec(parsed.success ? (parsed.output.packageManager ?? "") : "");
  return { name: found?.[1] ?? null, version: found?.[2] ?? null };
}

/** The newest pnpm that writes such a lockfile and runs on the oldest Node that we run on. */
function pnpmFor(lockfile: string): string {
  const version = /^lockfileVersion:\s*'?(\d+(?:\.\d+)?)/m.exec(lockfile)?.[1] ?? "9.0";
  return version.startsWith("5") ? "7" : version.startsWith("6") ? "8" : "9";
}

/** `__metadata.version`: 4 to 6 are of Yarn 2 and 3, from 7 on of Yarn 4. */
function berryFor(lockfile: string): string {
  return Number(/^__metadata:\n(?:\s+\w+:.*\n)*?\s+version:\s*(\d+)/m.exec(lockfile)?.[1] ?? "8") < 7 ? "3" : "4";
}

/** Settings of .npmrc that decide where packages lie. Everything else there (registries, tokens, programs) stays behind. */
const LAYOUT_SETTINGS =
  /^\s*(legacy-peer-deps|strict-peer-dependencies|auto-install-peers|shamefully-hoist|hoist|hoist-pattern\[\]|public-hoist-pattern\[\]|node-linker|link-workspace-packages|dedupe-peer-dependents|resolve-peers-from-workspace-root|install-links|force)\s*=/;

function copyManifests(folder: string, clean: string, { lockfile, manager }: Plan): void {
  const copy = (path: string): void => {
    mkdirSync(dirname(join(clean, path)), { recursive: true });
    cpSync(join(folder, path), join(clean, path), { recursive: true });
  };
  mkdirSync(clean, { recursive: true });
  copy(lockfile);
  for (const path of manifestsIn(folder)) copy(path);
  for (const path of ["pnpm-workspace.yaml", "patches", ".yarn/patches"]) if (existsSync(join(folder, path))) copy(path);
  const settings = join(folder, ".npmrc");
  if (existsSync(settings) && (manager === "npm" || manager === "pnpm")) {
    const kept = readFileSync(settings, "utf8")
      .split("\n")
      .filter((line) => LAYOUT_SETTINGS.test(line) && !line.includes("$"));
    if (kept.length > 0) writeFileSync(join(clean, ".npmrc"), `${kept.join("\n")}\n`);
  }
}

/** Every package.json: members of a workspace are named by patterns, and a lockfile is checked against all of them. */
function* manifestsIn(folder: string, below = ""): Generator<string> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== ".git") yield* manifestsIn(folder, path);
    } else if (entry.isFile() && entry.name === "package.json") yield path;
  }
}
