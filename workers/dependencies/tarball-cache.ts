/**
 * Tarballs by their integrity, so that a second time needs no network and an interrupted one goes on where it was. What
 * comes out is checked again by whoever takes it: a cache is not believed. Above its limit the longest unused go first.
 */
const NAME = "fixgate-packages";

export interface TarballCache {
  get(integrity: string): Promise<Uint8Array<ArrayBuffer> | null>;
  put(integrity: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  drop(integrity: string): Promise<void>;
  /** Writes down what was used, and removes what is above the limit. */
  settle(limitBytes: number, now: number): Promise<void>;
  size(): Promise<number>;
  clear(): Promise<void>;
}

interface Row {
  size: number;
  usedAt: number;
}

/** Null where the page has no cache (an insecure origin, a private window): then everything is fetched each time. */
export async function openTarballCache(origin: string): Promise<TarballCache | null> {
  if (typeof caches === "undefined") return null;
  let cache: Cache;
  try {
    cache = await caches.open(NAME);
  } catch {
    return null;
  }
  const used = new Set<string>();
  const sizes = new Map<string, number>();
  const address = (integrity: string): string => new URL(`/fixgate-packages/${encodeURIComponent(integrity)}`, origin).href;
  const index = new URL("/fixgate-packages/", origin).href;

  const readIndex = async (): Promise<Map<string, Row>> => {
    const found = await cache.match(index);
    try {
      return new Map(found === undefined ? [] : (JSON.parse(await found.text()) as [string, Row][]));
    } catch {
      return new Map();
    }
  };
  const writeIndex = (rows: ReadonlyMap<string, Row>): Promise<void> => cache.put(index, new Response(JSON.stringify([...rows])));
  const stored = async (): Promise<Map<string, Row>> => {
    const rows = await readIndex();
    const present = new Map<string, Row>();
    for (const request of await cache.keys()) {
      if (request.url === index) continue;
      const integrity = decodeURIComponent(request.url.slice(request.url.lastIndexOf("/") + 1));
      const row = rows.get(integrity) ?? { size: sizes.get(integrity) ?? (await sizeOf(cache, request)), usedAt: 0 };
      present.set(integrity, row);
    }
    return present;
  };

  return {
    async get(integrity) {
      const found = await cache.match(address(integrity));
      if (found === undefined) return null;
      used.add(integrity);
      return new Uint8Array(await found.arrayBuffer());
    },
    async put(integrity, bytes) {
      try {
        await cache.put(address(integrity), new Response(bytes, { headers: { "Content-Length": String(bytes.length) } }));
        used.add(integrity);
        sizes.set(integrity, bytes.length);
      } catch {
        // Over the browser's quota: what isn't kept is fetched again.
      }
    },
    async drop(integrity) {
      await cache.delete(address(integrity));
    },
    async settle(limitBytes, now) {
      const rows = await stored();
      for (const integrity of used) {
        const row = rows.get(integrity);
        if (row !== undefined) row.usedAt = now;
      }
      let total = [...rows.values()].reduce((sum, row) => sum + row.size, 0);
      for (const [integrity, row] of [...rows].sort((a, b) => a[1].usedAt - b[1].usedAt)) {
        if (total <= limitBytes) break;
        await cache.delete(address(integrity));
        rows.delete(integrity);
        total -= row.size;
      }
      await writeIndex(rows);
      used.clear();
    },
    async size() {
      return [...(await stored()).values()].reduce((sum, row) => sum + row.size, 0);
    },
    async clear() {
      await caches.delete(NAME);
      cache = await caches.open(NAME);
    },
  };
}

async function sizeOf(cache: Cache, request: Request): Promise<number> {
  const response = await cache.match(request);
  const written = Number(response?.headers.get("Content-Length") ?? "0");
  return written > 0 ? written : ((await response?.blob())?.size ?? 0);
}
