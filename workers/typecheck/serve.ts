/**
 * The worker's side of the wire: keeps blobs and dependencies between requests and answers on its port. Every failure
 * becomes a reply, since a request without an answer would leave a run waiting.
 */
import type { EngineReply, EngineRequest, PackedDependencies, TypeTestQuestion } from "../../src/protocol/typecheck.ts";
import type { FilePack } from "../../src/protocol/dependencies.ts";
import type { Oid } from "../../src/core/snapshot/index.ts";
import { dependencyFiles, repositoryOf, type DependencyFiles, type Libs, type Repository } from "./repository.ts";
import type { ReadRange } from "./pack-reader.ts";

export interface ServedEngine {
  readonly version: string;
  readonly libs: Libs | null;
  prepare?(repository: Repository): void;
  typecheck?(repository: Repository): unknown;
  typeTests?(repository: Repository, question: TypeTestQuestion): unknown;
  format?(repository: Repository, paths: readonly string[]): Promise<unknown>;
}

export interface ServeOptions {
  readonly start: (libs: ArrayBuffer | null, files: FilePack | null) => ServedEngine;
  readonly readPack: (pack: FilePack) => ReadRange;
}

export interface Port {
  postMessage(reply: EngineReply): void;
  onmessage: ((event: MessageEvent<EngineRequest>) => void) | null;
}

const NOTHING: PackedDependencies = { digest: "none", packages: [], files: { index: [], blob: new Blob([]) } };

export function serveEngine(port: Port, { start, readPack }: ServeOptions): void {
  const blobs = new Map<Oid, Uint8Array>();
  let engine: ServedEngine | null = null;
  let dependencies: DependencyFiles = dependencyFiles(NOTHING, () => new Uint8Array());

  async function handle(request: EngineRequest): Promise<EngineReply | null> {
    switch (request.type) {
      case "start":
        engine = start(request.libs, request.files);
        return { type: "started", version: engine.version };
      case "dependencies":
        dependencies = dependencyFiles(request.dependencies, readPack(request.dependencies.files));
        return null;
      case "blobs":
        for (const [oid, bytes] of request.blobs) blobs.set(oid, bytes);
        return null;
      case "prepare":
        if (engine !== null) engine.prepare?.(repositoryOf(request.input, blobs, dependencies, engine.libs));
        return null;
      case "typecheck":
      case "type-tests":
      case "format": {
        if (engine === null) throw new Error("asked before it was started");
        const repository = repositoryOf(request.input, blobs, dependencies, engine.libs);
        const report =
          request.type === "typecheck"
            ? engine.typecheck?.(repository)
            : request.type === "type-tests"
              ? engine.typeTests?.(repository, request.question)
              : await engine.format?.(repository, request.paths);
        if (report === undefined) throw new Error(`this worker does not ${request.type}`);
        return { type: "report", id: request.id, report };
      }
    }
  }

  port.onmessage = (event) => {
    const request = event.data;
    handle(request).then(
      (reply) => {
        if (reply !== null) port.postMessage(reply);
      },
      (reason: unknown) => {
        const message = reason instanceof Error ? `${reason.name}: ${reason.message}\n${reason.stack ?? ""}` : String(reason);
        port.postMessage({ type: "failed", id: "id" in request ? request.id : null, message: message.slice(0, 4000) });
      },
    );
  };
}

/** Worker entries are handed their port in the first message. */
export function whenConnected(serve: (port: Port) => void): void {
  globalThis.addEventListener(
    "message",
    (event: MessageEvent<unknown>) => {
      const port = event.ports[0];
      if (port !== undefined) serve(port);
    },
    { once: true },
  );
}
