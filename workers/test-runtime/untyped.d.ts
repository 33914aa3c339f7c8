/** Packages without types of their own, as far as the runtime uses them. */
declare module "crypto-browserify" {
  const crypto: object;
  export default crypto;
}
declare module "browserify-zlib" {
  const zlib: object;
  export default zlib;
}
declare module "jsdom";
declare module "string_decoder/" {
  const decoder: object;
  export default decoder;
}
declare module "readable-stream/lib/ours/browser.js" {
  const stream: Record<
    | "Readable"
    | "Writable"
    | "Duplex"
    | "Transform"
    | "PassThrough"
    | "Stream"
    | "pipeline"
    | "finished"
    | "addAbortSignal"
    | "compose"
    | "destroy"
    | "isDisturbed"
    | "isErrored"
    | "isReadable"
    | "promises",
    unknown
  >;
  export default stream;
}
