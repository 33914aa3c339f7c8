import { describe, expect, it, vi } from "vitest";
import { Loader } from "../src/loader";
import { preload } from "../src/preload";

describe("Loader", () => {
  it("loads once", async () => {
    const load = vi.fn(async (key: string) => key.toUpperCase());
    const loader = new Loader(load);
    expect(await loader.get("a")).toBe("A");
    expect(await loader.get("a")).toBe("A");
    expect(load).toHaveBeenCalledOnce();
  });

  it("loads each key", async () => {
    const loader = new Loader(async (key) => key);
    expect(await Promise.all([loader.get("a"), loader.get("b")])).toEqual(["a", "b"]);
  });

  it("counts what could be preloaded", async () => {
    const loader = new Loader(async (key) => {
      if (key === "bad") throw new Error("no");
      return key;
    });
    expect(await preload(loader, ["a", "bad", "b"])).toBe(2);
  });

  it("forgets a failed load", () => {
    let calls = 0;
    const loader = new Loader(async () => {
      if (++calls === 1) throw new Error("offline");
      return calls;
    });
    loader.get("a").catch(() => {
      setTimeout(() => {
        loader.get("a").then((value) => {
          expect(value).toBe(2);
        }, () => {});
      }, 50);
    });
  });
});
