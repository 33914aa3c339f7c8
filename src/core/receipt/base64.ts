/** Base64 with padding (RFC 4648, section 4), read strictly: one text for one sequence of bytes. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const left = bytes.length - at;
    text += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    text += left > 1 ? ALPHABET.charAt((group >> 6) & 63) : "=";
    text += left > 2 ? ALPHABET.charAt(group & 63) : "=";
  }
  return text;
}

/** Null: not base64, or not in the one form that these bytes have. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < text.length; from += 4) {
    let group = 0;
    for (let digit = 0; digit < 4; digit++) group = (group << 6) | Math.max(0, ALPHABET.indexOf(text.charAt(from + digit)));
    for (let byte = 0; byte < 3 && to < bytes.length; byte++) bytes[to++] = (group >> (16 - 8 * byte)) & 255;
  }
  return toBase64(bytes) === text ? bytes : null;
}
