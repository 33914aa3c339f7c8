import stream from "readable-stream/lib/ours/browser.js";

export default (stream as unknown as { promises: unknown }).promises;
