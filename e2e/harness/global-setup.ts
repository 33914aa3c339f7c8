/** Builds the app if its sources have changed, serves it, and starts the browser that all journeys share. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startApp } from "./app-server.ts";
import { launchBrowserServer } from "./browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly appUrl: string;
    readonly browserEndpoint: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, "../..");
  execFileSync(process.execPath, ["src/cli/launch/build.mjs"], { cwd: root, stdio: "inherit" });
  const app = await startApp();
  const browser = await launchBrowserServer();
  project.provide("appUrl", app.url);
  project.provide("browserEndpoint", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await app.close();
  };
}
