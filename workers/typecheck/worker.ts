/** Entry of the type check worker: our TypeScript, over libs that come beside the bundle. */
import ts from "typescript";
import { createTypecheckEngine } from "./engine.ts";
import { libsFromPack, OWN_LIBS } from "./libs.ts";
import { blobReader } from "./pack-reader.ts";
import { serveEngine, whenConnected } from "./serve.ts";

whenConnected((port) => {
  serveEngine(port, {
    readPack: (pack) => blobReader(pack.blob),
    start(libs) {
      if (libs === null) throw new Error("started without TypeScript's libs");
      const engine = createTypecheckEngine({ ts, from: "fixgate", libFolder: OWN_LIBS, now: () => performance.now() });
      return {
        version: engine.version,
        libs: { folder: OWN_LIBS, layer: libsFromPack(new Uint8Array(libs)) },
        prepare: (repository) => {
          engine.prepare(repository);
        },
        typecheck: (repository) => engine.check(repository),
        typeTests: (repository, question) => engine.typeTests(repository, question),
      };
    },
  });
});
