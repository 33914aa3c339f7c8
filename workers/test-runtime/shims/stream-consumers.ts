/** `node:stream/consumers`: reads a Node stream, a web stream or any async iterable to its end. */

import { Buffer } from "node:buffer";
import { platform } from "./platform.ts";

type Source = AsyncIterable<unknown> | Iterable<unknown> | { getReader(): ReadableStreamDefaultReader<unknown> };
// The runtime's own, which a test can't replace.
const { Blob, TextDecoder } = platform;

/** Not every engine lets a web stream be iterated. */
async function* chunksOf(source: Source): AsyncGenerator<unknown, void> {
  if (Symbol.asyncIterator in source || Symbol.iterator in source) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

export async function blob(source: Source): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const chunk of chunksOf(source)) parts.push(chunk as BlobPart);
  return new Blob(parts);
}

export async function arrayBuffer(source: Source): Promise<ArrayBuffer> {
  return await (await blob(source)).arrayBuffer();
}

export async function buffer(source: Source): Promise<Uint8Array> {
  return Buffer.from(await arrayBuffer(source));
}

export async function text(source: Source): Promise<string> {
  const decoder = new TextDecoder();
  let whole = "";
  for await (const chunk of chunksOf(source))
    whole += typeof chunk === "string" ? chunk : decoder.decode(chunk as BufferSource, { stream: true });
  return whole + decoder.decode();
}

export async function json(source: Source): Promise<unknown> {
  return JSON.parse(await text(source)) as unknown;
}

export default { arrayBuffer, blob, buffer, text, json };
