import { useEffect, useState, useSyncExternalStore } from "react";

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => {
        list.removeEventListener("change", listener);
      };
    },
    () => matchMedia(query).matches,
  );
}

/** Epoch milliseconds, moving on while `active`: for "4.2 s so far", never for a decision. */
export function useNow(active: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 500);
    return () => {
      clearInterval(timer);
    };
  }, [active]);
  return now;
}

/** The last answer of `ask`; asked again when `key` changes. A late answer to an old question is dropped. */
export function useAnswer<T>(key: string, ask: () => Promise<T>): { readonly value: T | null; readonly failed: boolean } {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T | null; readonly failed: boolean } | null>(null);
  useEffect(() => {
    let dropped = false;
    ask().then(
      (value) => {
        if (!dropped) setAnswer({ key, value, failed: false });
      },
      () => {
        if (!dropped) setAnswer({ key, value: null, failed: true });
      },
    );
    return () => {
      dropped = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for everything that `ask` closes over
  }, [key]);
  return answer ?? { value: null, failed: false };
}

export function download(name: string, bytes: Uint8Array | Blob): void {
  const blob = bytes instanceof Blob ? bytes : new Blob([bytes.slice()], { type: "application/octet-stream" });
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  // The download has taken its own reference by the time that a minute is over.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}
