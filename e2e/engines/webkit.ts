/**
 * WebKitGTK's MiniBrowser, through WebKitWebDriver and plain WebDriver, on a screen that nobody sees (Xvfb). Both are
 * ended by the handles they were started with: other runs on the same machine have their own.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import type { RawEngine } from "./engine.ts";
import { ensureWebKit } from "./installed.ts";

const START_MS = 180_000;
const SCRIPT_MS = 600_000;

export async function openWebKit(): Promise<RawEngine> {
  const { driver: program, browser, xvfb } = ensureWebKit();
  const screen = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  let driver: ChildProcess | null = null;
  const stop = (): void => {
    driver?.kill();
    screen.kill();
  };
  try {
    const display = await displayOf(screen);
    const port = await freePort();
    driver = spawn(program, [`--port=${String(port)}`, "--host=127.0.0.1"], {
      stdio: "ignore",
      env: {
        ...process.env,
        DISPLAY: `:${display}`,
        GDK_BACKEND: "x11",
        LIBGL_ALWAYS_SOFTWARE: "1",
        WEBKIT_DISABLE_COMPOSITING_MODE: "1",
        // WebKit's own process sandbox can't be set up in most containers, as Chromium's can't.
        ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}),
      },
    });
    const call = webDriver(`http://127.0.0.1:${String(port)}`);
    await answering(call);
    const session = (await call("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } } },
    })) as { readonly sessionId: string; readonly capabilities: { readonly browserVersion?: string } };
    const at = `/session/${session.sessionId}`;
    await call("POST", `${at}/timeouts`, { script: SCRIPT_MS, pageLoad: START_MS });
    return {
      version: `WebKitGTK ${session.capabilities.browserVersion ?? "(version unknown)"}`,
      problems: [],
      async open(url) {
        await call("POST", `${at}/url`, { url });
      },
      async evaluate(expression) {
        const script = `const done = arguments[arguments.length - 1]; (${expression}).then(done, (error) => done(JSON.stringify({ error: String(error) })));`;
        return String(await call("POST", `${at}/execute/async`, { script, args: [] }));
      },
      async close() {
        await call("DELETE", at).catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

const webDriver =
  (base: string): Call =>
  async (method, path, body) => {
    const response = await fetch(base + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) {
      const { error, message } = value as { readonly error: string; readonly message: string };
      throw new Error(`WebKitWebDriver: ${error}: ${message}`);
    }
    return value;
  };

async function answering(call: Call): Promise<void> {
  for (const end = Date.now() + START_MS; ;) {
    try {
      await call("GET", "/status");
      return;
    } catch (error) {
      if (Date.now() > end) throw new Error("WebKitWebDriver does not answer", { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The number of the first free display, which Xvfb writes when it is ready. */
function displayOf(screen: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error("Xvfb did not start"));
    }, START_MS);
    screen.on("error", reject);
    screen.on("exit", (code) => {
      reject(new Error(`Xvfb ended with exit code ${String(code)}`));
    });
    let text = "";
    screen.stdio[3]?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes("\n")) return;
      clearTimeout(timer);
      resolve(text.trim());
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}
