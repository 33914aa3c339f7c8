/**
 * Entry of the worker that evaluates the repository's own TypeScript. That is code which nobody here wrote: this
 * bundle is only ever started inside an opaque-origin frame without network (see the client), and what it answers is
 * parsed like any foreign input.
 */
import type { TypeScript } from "./projects.ts";
import { createTypecheckEngine } from "./engine.ts";
import { decodeSource } from "./file-tree.ts";
import { blobReader } from "./pack-reader.ts";
import { ROOT } from "./repository.ts";
import { serveEngine, whenConnected } from "./serve.ts";

const PACKAGE = "node_modules/typescript/lib";

function evaluate(source: string): TypeScript {
  const module: { exports: unknown } = { exports: {} };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- evaluating it is this worker's purpose
  const run = new Function("module", "exports", "require", "__filename", "__dirname", source) as (
    ...args: readonly unknown[]
  ) => void;
  const missing = (name: string): never => {
    throw new Error(`${name} is not there in a browser`);
  };
  run(module, module.exports, missing, `/${PACKAGE}/typescript.js`, `/${PACKAGE}`);
  const { exports } = module;
  if (typeof exports !== "object" || exports === null || !("createSemanticDiagnosticsBuilderProgram" in exports)) {
    throw new Error("the repository's typescript has no JavaScript API of the kind that is needed");
  }
  return exports as TypeScript;
}

whenConnected((port) => {
  serveEngine(port, {
    readPack: (pack) => blobReader(pack.blob),
    start(_libs, files) {
      const entry = files?.index.find(([path]) => path === `${PACKAGE}/typescript.js`);
      if (files === null || entry === undefined) throw new Error("the repository has no TypeScript of its own");
      const source = decodeSource(blobReader(files.blob)(entry[1], entry[2]));
      const engine = createTypecheckEngine({
        ts: evaluate(source),
        from: "repository",
        libFolder: `${ROOT}/${PACKAGE}`,
        now: () => performance.now(),
      });
      return {
        version: engine.version,
        libs: null,
        prepare: (repository) => {
          engine.prepare(repository);
        },
        typecheck: (repository) => engine.check(repository),
        typeTests: (repository, question) => engine.typeTests(repository, question),
      };
    },
  });
});
