/**
 * A key pair of this browser's own, made once and kept in IndexedDB. The private key can't be extracted: it signs here and
 * nowhere else. Such a signature proves that two receipts come from the same browser profile, and nothing about whose it is.
 */
import { openDB } from "idb";
import type { Signer } from "../../core/receipt/index.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;

export async function createWebCryptoSigner(): Promise<Signer> {
  const db = await openDB("fixgate-keys", 1, {
    upgrade(database) {
      database.createObjectStore("keys");
    },
  });
  let pair = (await db.get("keys", "receipt")) as CryptoKeyPair | undefined;
  if (pair === undefined) {
    pair = await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
    await db.put("keys", pair, "receipt");
  }
  const { privateKey, publicKey } = pair;
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", spki));
  return {
    keyid: `sha256:${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`,
    algorithm: "ECDSA-P256-SHA256",
    publicKey: btoa(String.fromCharCode(...spki)),
    sign: async (bytes) =>
      new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, new Uint8Array(bytes))),
  };
}
