/** `/?repo=<url>&ticket=<id>`: opens what an address names. It starts nothing: a link must not run code by being followed. */
import type { Fixgate } from "./fixgate.ts";

export async function openFromAddress(fixgate: Fixgate, address: URL): Promise<void> {
  const repo = address.searchParams.get("repo");
  if (repo === null || repo === "") return;
  await fixgate.openUrl(repo);
  const script = address.searchParams.get("script");
  if (script !== null && script !== "" && fixgate.state().repository.kind === "open") await fixgate.useScript(script);
}
