import type { Loader } from "./loader";

/** How many of these could be loaded. */
export async function preload(loader: Loader<unknown>, keys: readonly string[]): Promise<number> {
  const results = await Promise.allSettled(keys.map((key) => loader.get(key)));
  return results.filter((result) => result.status === "fulfilled").length;
}
