/**
 * The one object that screens get. They read the state through a selector, so that a stream of reply text redraws the
 * column that shows it and not the diff beside it.
 */
import { createContext, useContext, useSyncExternalStore, type ReactNode } from "react";
import type { AppState, Fixgate } from "../app/fixgate.ts";

const Context = createContext<Fixgate | null>(null);

export function FixgateProvider({ value, children }: { readonly value: Fixgate; readonly children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function useFixgate(): Fixgate {
  const fixgate = useContext(Context);
  if (fixgate === null) throw new Error("a screen stands outside of FixgateProvider");
  return fixgate;
}

/** `select` must return a part of the state as it is, not a new object: identity decides about redrawing. */
export function useAppState<T>(select: (state: AppState) => T): T {
  const fixgate = useFixgate();
  return useSyncExternalStore(
    (listener) => fixgate.subscribe(listener),
    () => select(fixgate.state()),
  );
}
