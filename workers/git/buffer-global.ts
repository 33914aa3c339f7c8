/** isomorphic-git expects Node's Buffer as a global. Imported first, so that it is there before anything looks for it. */
import { Buffer } from "buffer/index.js";

if (!("Buffer" in globalThis)) Object.defineProperty(globalThis, "Buffer", { value: Buffer, configurable: true, writable: true });
