/** Of Node's crypto, what Istanbul's instrumenter takes: a digest of its own record, to tell an older one apart. Nothing rests on it. */
import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export function createHash(): { update(text: string): ReturnType<typeof createHash>; digest(): string } {
  let whole = "";
  const hash = {
    update(text: string) {
      whole += text;
      return hash;
    },
    digest: () => bytesToHex(sha1(utf8ToBytes(whole))),
  };
  return hash;
}

export default { createHash };
