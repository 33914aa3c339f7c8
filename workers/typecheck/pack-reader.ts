/**
 * Synchronous reading from a FilePack. A slice of a Blob costs about as much to read for 2 kB as for 500 kB, and a
 * package's declarations lie beside each other: so windows are read, not files.
 */
export type ReadRange = (offset: number, size: number) => Uint8Array;

/** Only workers have it, and the DOM's declarations leave it out. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

const WINDOW = 512 * 1024;
const MAX_WINDOWS = 24;

export function windowed(total: number, readRange: ReadRange): ReadRange {
  const windows: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  return (offset, size) => {
    const at = windows.findIndex((window) => offset >= window.start && offset + size <= window.start + window.bytes.length);
    const known = at < 0 ? undefined : windows.splice(at, 1)[0];
    const window = known ?? { start: offset, bytes: readRange(offset, Math.min(Math.max(size, WINDOW), total - offset)) };
    windows.push(window);
    if (windows.length > MAX_WINDOWS) windows.shift();
    return window.bytes.subarray(offset - window.start, offset - window.start + size);
  };
}

/** In a worker: FileReaderSync. Nothing of the Blob is held but the windows. */
export function blobReader(blob: Blob): ReadRange {
  const reader = new FileReaderSync();
  return windowed(blob.size, (offset, size) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + size))));
}

export function bytesReader(bytes: Uint8Array): ReadRange {
  return (offset, size) => bytes.subarray(offset, offset + size);
}
