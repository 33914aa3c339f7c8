import { matchRoute } from "./match";
import type { Params, Route } from "./route";

export function find(routes: readonly Route[], path: string): { readonly name: string; readonly params: Params } | null {
  for (const route of routes) {
    const params = matchRoute(route, path);
    if (params !== null) return { name: route.name, params };
  }
  return null;
}
