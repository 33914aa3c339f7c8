/** Entry of the format worker: apart from the type check's, so that neither waits for the other's bundle. */
import { blobReader } from "../typecheck/pack-reader.ts";
import { serveEngine, whenConnected } from "../typecheck/serve.ts";
import { createFormatEngine } from "./engine.ts";
import { PLUGINS, PRETTIER } from "./plugins.ts";

whenConnected((port) => {
  serveEngine(port, {
    readPack: (pack) => blobReader(pack.blob),
    start() {
      const engine = createFormatEngine(PRETTIER, PLUGINS);
      return { version: engine.version, libs: null, format: (repository, paths) => engine.format(repository, paths) };
    },
  });
});
