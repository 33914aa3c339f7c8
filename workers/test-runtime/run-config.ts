/** The worker's other task: evaluate a test configuration and say what it holds. */
import type { RawConfig, RawJestConfig } from "../../src/protocol/sandbox-raw-config.ts";
import type { WorkerStart } from "../../src/protocol/sandbox-run.ts";
import { directoryOf } from "../sandbox-host/resolver.ts";
import type { FileView } from "../sandbox-host/files.ts";
import type { AskHost } from "./channel.ts";
import { evaluateConfig } from "./config/evaluate.ts";
import { evaluateJestConfig } from "./config/evaluate-jest.ts";
import { createSubstitutes } from "./config/substitutes.ts";
import { createLoader, createSupply } from "./loader.ts";
import { realm } from "./realm.ts";
import { environmentOf } from "./shims/environment.ts";
import { sandboxProcess, setWorkingDirectory } from "./shims/globals.ts";
import { createDefaultImportMeta, ESModulesEvaluator, ModuleRunner } from "./vitest.ts";

export async function runConfig(
  start: Extract<WorkerStart, { kind: "config" }>,
  files: () => FileView,
  ask: AskHost,
): Promise<RawConfig | RawJestConfig> {
  setWorkingDirectory(start.root);
  sandboxProcess.env = environmentOf({
    NODE_ENV: "test",
    VITEST: "true",
    TEST: "true",
    CI: "true",
    MODE: "test",
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: "/root",
  });
  const problems: { what: string; advice: string }[] = [];
  realm["unsupported"] = (what: string, advice: string) => problems.push({ what: `${what} in the test configuration`, advice });
  const substitute = createSubstitutes(files, start.root, start.defaults);
  const loader = createLoader(createSupply(), files, ask, start.root, substitute);
  realm["createRequire"] = loader.createRequire;

  async function external(id: string): Promise<unknown> {
    try {
      return await loader.importExternal(id);
    } catch (error) {
      const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*\/node_modules\/)/.exec(id)?.[1] ?? id;
      problems.push({
        what: `"${name}", which the test configuration imports (${error instanceof Error ? error.message.slice(0, 200) : "it threw"})`,
        advice: "run this repository in the Node or WebContainer sandbox",
      });
      return standIn(name);
    }
  }
  class Evaluator extends ESModulesEvaluator {
    /** Vite gives a configuration the names of its file and folder; in a block, since it may declare them itself. */
    override runInlinedModule(context: object, code: string, module: { readonly file: string }): Promise<void> {
      const names = `const __filename = ${JSON.stringify(module.file)}, __dirname = ${JSON.stringify(directoryOf(module.file))};`;
      return super.runInlinedModule(context, `${names} {${code}\n}`, module);
    }
    runExternalModule(id: string): Promise<unknown> {
      return external(id);
    }
  }
  const runner = new ModuleRunner(
    {
      hmr: false,
      sourcemapInterceptor: false,
      createImportMeta: (path: string) => {
        const require = loader.createRequire(path);
        return {
          ...createDefaultImportMeta(path),
          resolve: (spec: string) =>
            spec.startsWith("node:")
              ? spec
              : /^[./]/.test(spec)
                ? new URL(spec, `file://${path}`).href
                : `file://${require.resolve(spec)}`,
        };
      },
      transport: {
        async invoke(payload: {
          readonly data: {
            readonly name: string;
            readonly data: readonly [string, string | undefined, { readonly cached?: boolean } | undefined];
          };
        }) {
          const { name, data } = payload.data;
          if (name === "getBuiltins") return { result: [] };
          const [id, importer, options] = data;
          try {
            if (substitute(id) !== undefined) return { result: { externalize: id, type: "module" } };
            if (id.startsWith("node:")) return { result: { externalize: id, type: "builtin" } };
            if (options?.cached === true) return { result: { cache: true } };
            return { result: await ask("fetch", id, importer ?? null, "project") };
          } catch (error) {
            if (!id.startsWith(".") && !id.startsWith("/")) return { result: { externalize: id, type: "module" } };
            return { error };
          }
        },
      },
    },
    new Evaluator(),
  );
  runner["processImport"] = (exported: unknown) => exported;
  if (start.runner === "jest" && start.file !== null)
    return evaluateJestConfig({
      file: start.file,
      files: files(),
      load: (path) => runner.import(path),
      require: (path) => loader.createRequire(path)(path),
      problems,
    });
  return evaluateConfig({ file: start.file, root: start.root, files: files(), load: (path) => runner.import(path), problems });
}

/** Whatever is done with it, it answers; called, it is a plugin that says it is unknown. */
function standIn(name: string): unknown {
  const call = (options?: unknown): unknown => ({ name, fixgate: "unknown", options });
  return new Proxy(call, {
    get: (target, key) => (key === "then" || typeof key === "symbol" ? undefined : key === "default" ? target : standIn(name)),
    has: (_, key) => key !== "then",
  });
}
