/**
 * The one container that a page may have. Booting a second would throw inside the client, and a host that can't be
 * reached would never answer at all: both become values here.
 */
import type { WebContainer } from "@webcontainer/api";
import type { SandboxError } from "../../../app/ports/index.ts";
import { err, ok, type Result } from "../../../core/result.ts";

export type CrossOriginMode = "require-corp" | "credentialless" | "none";

export interface LeaseOptions {
  /** "" where there is none. */
  readonly apiKey: string;
  readonly coep: CrossOriginMode;
  readonly bootDeadlineMs: number;
}

let holder: symbol | null = null;
/** The client takes it once for the life of a page, before the first boot. */
let configuredKey: string | null = null;

const lost = (message: string, advice: string): SandboxError => ({ kind: "lost", message, advice });

export class ContainerLease {
  readonly #options: LeaseOptions;
  readonly #claim = Symbol("container");
  #container: WebContainer | null = null;
  #booting: Promise<Result<WebContainer, SandboxError>> | null = null;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  container(): Promise<Result<WebContainer, SandboxError>> {
    if (this.#container !== null) return Promise.resolve(ok(this.#container));
    this.#booting ??= this.#boot().finally(() => {
      this.#booting = null;
    });
    return this.#booting;
  }

  async #boot(): Promise<Result<WebContainer, SandboxError>> {
    const { apiKey, coep, bootDeadlineMs } = this.#options;
    if (holder !== null && holder !== this.#claim) {
      return err({
        kind: "unsupported",
        what: "a second WebContainer",
        message: "A page can have one WebContainer at a time, and one is running",
        advice: "Wait for the other run to end.",
      });
    }
    if (coep !== "none" && !globalThis.crossOriginIsolated) {
      return err({
        kind: "unsupported",
        what: "WebContainer without cross-origin isolation",
        message: "This page is not cross-origin isolated, which WebContainer needs",
        advice: "Serve it with COOP same-origin and COEP require-corp (npm start does), or choose the embedded sandbox.",
      });
    }
    holder = this.#claim;
    try {
      const api = await import("@webcontainer/api");
      if (apiKey !== "" && configuredKey === null) {
        api.configureAPIKey(apiKey);
        configuredKey = apiKey;
      } else if (apiKey !== (configuredKey ?? "")) {
        holder = null;
        return err(lost("WebContainer's API key can't be changed once it has started", "Reload the page."));
      }
      const booted = await Promise.race([
        api.WebContainer.boot({ coep, workdirName: "fixgate" }),
        new Promise<null>((resolve) => {
          setTimeout(resolve, bootDeadlineMs, null);
        }),
      ]);
      if (booted === null) {
        holder = null;
        return err(
          lost(
            `WebContainer's host did not answer in ${String(bootDeadlineMs)} ms`,
            "It is loaded from StackBlitz's servers. Check the network, then reload the page, or choose the embedded sandbox.",
          ),
        );
      }
      this.#container = booted;
      return ok(booted);
    } catch (reason) {
      holder = null;
      return err(
        lost(
          `WebContainer did not start: ${reason instanceof Error ? reason.message : String(reason)}`,
          "Choose the embedded sandbox.",
        ),
      );
    }
  }

  async release(): Promise<void> {
    await this.#booting;
    this.#container?.teardown();
    this.#container = null;
    if (holder === this.#claim) holder = null;
  }
}
