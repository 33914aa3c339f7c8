/** The app's one state. Everything that changes it goes through `set`, so a screen never sees half of a change. */
import { createStore } from "zustand/vanilla";
import type { AppState } from "./fixgate.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

export interface AppStore {
  get(): AppState;
  set(change: Partial<AppState> | ((state: AppState) => Partial<AppState>)): void;
  subscribe(listener: () => void): () => void;
}

export function createAppStore(): AppStore {
  const store = createStore<AppState>(() => ({
    demos: [],
    repository: { kind: "none" },
    run: null,
    running: false,
    runs: [],
    settings: DEFAULT_SETTINGS,
    models: { model: { kind: "idle" }, reviewerModel: { kind: "idle" } },
    streaming: null,
    suiteProgress: null,
    integration: null,
    converged: [],
    notice: null,
    sandboxError: null,
    publishing: null,
    tokens: [],
  }));
  return {
    get: store.getState,
    set: (change) => {
      store.setState(change);
    },
    subscribe: store.subscribe,
  };
}
