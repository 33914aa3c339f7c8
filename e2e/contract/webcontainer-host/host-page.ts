/**
 * The page behind /headless, for tests only: what @webcontainer/api's client calls, carried to real processes by the
 * server beside it. The client's own Comlink is spoken on the port.
 */
import * as Comlink from "comlink";

type Sink = ((chunk: Uint8Array | null) => Promise<void>) | undefined;

async function call<T>(name: string, body: unknown): Promise<T> {
  const response = await fetch(`/host/${name}`, { method: "POST", body: JSON.stringify(body) });
  const answer = (await response.json()) as { readonly value?: T; readonly error?: string };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.value as T;
}

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const onlyString = (text: unknown): string | null => (typeof text === "string" ? text : null);

const fs = {
  readFile: async (path: string, encoding?: string | null) => {
    const bytes = fromBase64(await call<string>("readFile", { path }));
    return onlyString(encoding) === null ? bytes : new TextDecoder().decode(bytes);
  },
  writeFile: (path: string, data: string | Uint8Array) =>
    call("writeFile", { path, data: base64(typeof data === "string" ? new TextEncoder().encode(data) : data) }),
  readdir: (path: string) => call<string[]>("readdir", { path }),
  mkdir: (path: string, options?: { readonly recursive?: boolean }) =>
    call("mkdir", { path, recursive: options?.recursive === true }),
  rm: (path: string, options?: { readonly recursive?: boolean; readonly force?: boolean }) => call("rm", { path, ...options }),
  rename: (from: string, to: string) => call("rename", { from, to }),
};

interface RunRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function run(request: RunRequest, _stdout: Sink, _stderr: Sink, output: Sink) {
  const id = await call<number>("spawn", request);
  const response = await fetch(`/host/output?id=${String(id)}`);
  const pump = async (): Promise<void> => {
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) await output?.(read.value);
    await output?.(null);
  };
  const pumped = pump();
  return Comlink.proxy({
    onExit: pumped.then(() => call<number>("exit", { id })),
    kill: () => call("kill", { id }),
    write: () => undefined,
    resize: () => undefined,
  });
}

const instance = {
  fs: () => Comlink.proxy(fs),
  previewScript: () => "",
  runtimeInfo: () => call("runtimeInfo", {}),
  run,
  loadFiles: (payload: Uint8Array, options: { readonly mountPoints?: string }) =>
    call("loadFiles", { tree: new TextDecoder().decode(payload), at: options.mountPoints ?? "" }),
  serialize: () => {
    throw new Error("the test host does not serialize");
  },
  on: () => Comlink.proxy(() => undefined),
  setPreviewScript: () => undefined,
  teardown: () => call("teardown", {}),
};

const { port1, port2 } = new MessageChannel();
Comlink.expose(
  {
    build: (options: { readonly workdirName?: string }) =>
      call("build", { ...options, query: location.search }).then(() => Comlink.proxy(instance)),
  },
  port1,
);
parent.postMessage({ type: "init" }, "*", [port2]);
