/** `node:stream`: readable-stream, since unenv's pipeline and transforms throw. */
import stream from "readable-stream/lib/ours/browser.js";
import "./stream-web.ts";

export default stream;
export const {
  Readable,
  Writable,
  Duplex,
  Transform,
  PassThrough,
  Stream,
  pipeline,
  finished,
  addAbortSignal,
  compose,
  destroy,
  isDisturbed,
  isErrored,
  isReadable,
  promises,
} = stream;
