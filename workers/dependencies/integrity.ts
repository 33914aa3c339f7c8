/**
 * Subresource-integrity strings as lockfiles hold them (w3.org/TR/SRI). Of several the strongest algorithm counts, as npm
 * does; a string with no algorithm that is known here proves nothing, and so is no match.
 */
const ALGORITHMS = [
  ["sha512", "SHA-512"],
  ["sha384", "SHA-384"],
  ["sha256", "SHA-256"],
  ["sha1", "SHA-1"],
] as const;

export type IntegrityCheck = { readonly matches: true } | { readonly matches: false; readonly received: string };

export async function checkIntegrity(bytes: Uint8Array<ArrayBuffer>, integrity: string): Promise<IntegrityCheck> {
  const written = integrity.trim().split(/\s+/);
  for (const [prefix, algorithm] of ALGORITHMS) {
    const wanted = written.filter((each) => each.startsWith(`${prefix}-`)).map((each) => each.split("?", 1)[0]);
    if (wanted.length === 0) continue;
    const received = `${prefix}-${base64(new Uint8Array(await crypto.subtle.digest(algorithm, bytes)))}`;
    return wanted.includes(received) ? { matches: true } : { matches: false, received };
  }
  return { matches: false, received: "nothing that could be compared" };
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
