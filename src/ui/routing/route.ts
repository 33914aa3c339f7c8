/**
 * Which screen the address names. In-app places live in the hash, so that a reload keeps the place and static hosting
 * needs no rewrites; `?repo=` and `?ticket=` before it are read by the app and stay untouched.
 */
import { useSyncExternalStore } from "react";

export type Route =
  | { readonly screen: "open" }
  | { readonly screen: "repository"; readonly ticket: string | null }
  | { readonly screen: "run"; readonly run: string }
  | { readonly screen: "integration" }
  | { readonly screen: "history" }
  | { readonly screen: "settings" }
  | { readonly screen: "checks" };

/** An address that names nothing is the open screen. */
export function parseRoute(hash: string): Route {
  const [screen, argument] = hash
    .replace(/^#?\/?/u, "")
    .split("/")
    .map(decode);
  switch (screen) {
    case "repository":
      return { screen, ticket: argument === undefined || argument === "" ? null : argument };
    case "run":
      return argument === undefined || argument === "" ? { screen: "open" } : { screen, run: argument };
    case "integration":
    case "history":
    case "settings":
    case "checks":
      return { screen };
    default:
      return { screen: "open" };
  }
}

export function hrefOf(route: Route): string {
  switch (route.screen) {
    case "open":
      return "#/";
    case "repository":
      return route.ticket === null ? "#/repository" : `#/repository/${encodeURIComponent(route.ticket)}`;
    case "run":
      return `#/run/${encodeURIComponent(route.run)}`;
    default:
      return `#/${route.screen}`;
  }
}

export function navigate(route: Route, options?: { readonly replace: boolean }): void {
  const href = hrefOf(route);
  if (location.hash === href) return;
  if (options?.replace === true) {
    history.replaceState(null, "", href);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else location.hash = href;
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener("hashchange", listener);
      return () => {
        removeEventListener("hashchange", listener);
      };
    },
    () => location.hash,
  );
  return parseRoute(hash);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
