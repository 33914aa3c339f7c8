/** The composition root: the only file that sees adapters and ui together. */
import { createAgentRunner } from "./adapters/agent/create-agent-runner.ts";
import { createAnalysis } from "./adapters/analysis/create-analysis.ts";
import { createBundledDemos } from "./adapters/demos/bundled-demos.ts";
import { createArchiveSource, createDependencySource } from "./adapters/dependencies/index.ts";
import { createModelFactory, listModels } from "./adapters/model/create-model-backend.ts";
import { createGitStore, createTokenVault, parseRepoUrl } from "./adapters/repo/index.ts";
import { createWebContainerSandbox } from "./adapters/sandbox/webcontainer/index.ts";
import { createEmbeddedSandbox } from "./adapters/sandbox/embedded/index.ts";
import { createWebCryptoSigner } from "./adapters/signing/web-crypto-signer.ts";
import { createIndexedDbStore } from "./adapters/storage/indexed-db-store.ts";
import { createTypecheckClient } from "./adapters/typecheck/index.ts";
import { createFixgate } from "./app/create-fixgate.ts";
import type { Fixgate } from "./app/fixgate.ts";
import { openFromAddress } from "./app/open-from-address.ts";
import type { RunId } from "./core/run/index.ts";
import { version as typescriptVersion } from "typescript/package.json";
import { mountFixgate } from "./ui/index.tsx";

declare global {
  interface Window {
    /** For the command line and for journeys: the same commands that the screens have. */
    fixgate?: Fixgate;
  }
}

const base = new URL("./", document.baseURI);
const engineBase = new URL("engine/", base);
const packsBase = new URL("packs/", base).href;

async function start(root: HTMLElement): Promise<void> {
  const store = await createIndexedDbStore();
  const git = createGitStore({
    worker: () => new Worker(new URL("../workers/git/entry.ts", import.meta.url), { type: "module" }),
    packsBase,
  });
  const fixgate = await createFixgate({
    store,
    git,
    publish: git,
    tokens: createTokenVault(),
    demos: createBundledDemos({ packsBase, pageUrl: location.href }),
    dependencyArchive: createArchiveSource,
    dependencies: ({ registry, allowNoLockfile }) =>
      createDependencySource({
        worker: () => new Worker(new URL("../workers/dependencies/worker.ts", import.meta.url), { type: "module" }),
        registry,
        allowNoLockfile,
        defaultRegistry: (import.meta.env["VITE_REGISTRY"] as string | undefined) ?? "",
      }),
    parseUrl: (raw, { gitProxy, githubApi, githubRaw }) =>
      parseRepoUrl(raw, { gitProxy, ...(githubApi ? { githubApi } : {}), ...(githubRaw ? { githubRaw } : {}) }),
    sandbox: (settings) =>
      settings.sandbox === "webcontainer"
        ? createWebContainerSandbox({ ...(settings.webcontainerApiKey === "" ? {} : { apiKey: settings.webcontainerApiKey }) })
        : createEmbeddedSandbox({
            engineBase: engineBase.href,
            lanes: Math.max(2, Math.min(4, navigator.hardwareConcurrency)),
            typecheck: createTypecheckClient({ engineUrl: engineBase, ownTypescript: typescriptVersion }),
          }),
    agents: createAgentRunner({
      worker: () => new Worker(new URL("../workers/agent/agent.ts", import.meta.url), { type: "module" }),
    }),
    model: createModelFactory({
      worker: () => new Worker(new URL("../workers/model/model.ts", import.meta.url), { type: "module" }),
    }),
    modelList: listModels,
    analysis: createAnalysis({
      worker: () => new Worker(new URL("../workers/analysis/entry.ts", import.meta.url), { type: "module" }),
    }),
    clock: { now: () => Date.now() },
    signer: await createWebCryptoSigner(),
    newRunId: () => crypto.randomUUID() as RunId,
    exclusively: async (name, work) =>
      navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock === null) return false;
        await work();
        return true;
      }),
  });
  window.fixgate = fixgate;
  mountFixgate(root, fixgate);
  await openFromAddress(fixgate, new URL(location.href));
}

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void start(root);
