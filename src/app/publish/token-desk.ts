/** Tokens by host: in memory until the page goes, at rest only where asked, and never in the state, which screens and exports read. */
import type { AppStore } from "../app-store.ts";
import type { TokenVault } from "../ports/index.ts";

export interface TokenDeskPorts {
  readonly tokens: TokenVault;
}

export function createTokenDesk(store: AppStore, { tokens: vault }: TokenDeskPorts) {
  const inMemory = new Map<string, string>();

  async function show(): Promise<void> {
    const kept = await vault.hosts();
    const hosts = [...new Set([...kept, ...inMemory.keys()])].sort();
    store.set({ tokens: hosts.map((host) => ({ host, inMemory: inMemory.has(host), kept: kept.includes(host) })) });
  }

  return {
    show,
    tokenFor: (host: string): string | null => inMemory.get(host) ?? null,
    async give(host: string, token: string, passphrase: string | null): Promise<void> {
      inMemory.set(host, token);
      if (passphrase !== null) await vault.keep(host, token, passphrase);
      await show();
    },
    async unlock(host: string, passphrase: string): Promise<boolean> {
      const opened = await vault.unlock(host, passphrase);
      if (opened.ok) inMemory.set(host, opened.value);
      await show();
      return opened.ok;
    },
    async forget(host: string): Promise<void> {
      inMemory.delete(host);
      await vault.forget(host);
      await show();
    },
  };
}
