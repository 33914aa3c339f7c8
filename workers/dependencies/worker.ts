/** The dependency worker: fetches, checks and unpacks packages, so that the page stays free meanwhile. */
import { expose } from "comlink";
import type { DependencyWorkerApi } from "../../src/protocol/dependencies.ts";
import { install } from "./install.ts";
import { openTarballCache } from "./tarball-cache.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

expose({
  install: async (request, onProgress) =>
    install(request, onProgress, { cache: await openTarballCache(location.origin), wait, now: Date.now }),
  cacheSize: async () => (await openTarballCache(location.origin))?.size() ?? 0,
  clearCache: async () => (await openTarballCache(location.origin))?.clear(),
} satisfies DependencyWorkerApi);
