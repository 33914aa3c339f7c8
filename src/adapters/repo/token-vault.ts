/**
 * Tokens at rest: AES-GCM under a key that PBKDF2 makes of the person's passphrase, which is kept nowhere. That protects
 * a copy of the disk or of the browser's profile from whoever doesn't know the passphrase. It does not protect a token from
 * code that runs in this page, or an extension that may read it, while the token is unlocked.
 */
import { openDB, type DBSchema } from "idb";
import type { TokenVault } from "../../app/ports/index.ts";
import { err, ok } from "../../core/result.ts";

interface Kept {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  readonly sealed: ArrayBuffer;
}

interface Schema extends DBSchema {
  tokens: { key: string; value: Kept };
}

/** OWASP's figure for PBKDF2 with SHA-256 (Password Storage Cheat Sheet, 2023). */
const ITERATIONS = 600_000;

export function createTokenVault(name = "fixgate-tokens"): TokenVault {
  const opened = openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore("tokens");
    },
  });
  return {
    hosts: async () => (await opened).getAllKeys("tokens"),
    async keep(host, token, passphrase) {
      const salt = crypto.getRandomValues(new Uint8Array(16));
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const key = await keyOf(passphrase, salt, ITERATIONS);
      const sealed = await crypto.subtle.encrypt({ ...gcm(iv), additionalData: bytesOf(host) }, key, bytesOf(token));
      await (await opened).put("tokens", { salt, iv, iterations: ITERATIONS, sealed }, host);
    },
    async unlock(host, passphrase) {
      const kept = await (await opened).get("tokens", host);
      if (kept === undefined) return err({ kind: "nothing-kept" });
      const key = await keyOf(passphrase, kept.salt, kept.iterations);
      try {
        // The host is part of what is sealed: a token moved to another host's name doesn't open.
        const token = await crypto.subtle.decrypt({ ...gcm(kept.iv), additionalData: bytesOf(host) }, key, kept.sealed);
        return ok(new TextDecoder().decode(token));
      } catch {
        return err({ kind: "does-not-open" });
      }
    },
    forget: async (host) => (await opened).delete("tokens", host),
  };
}

const gcm = (iv: Uint8Array<ArrayBuffer>) => ({ name: "AES-GCM", iv }) as const;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", bytesOf(passphrase), "PBKDF2", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
