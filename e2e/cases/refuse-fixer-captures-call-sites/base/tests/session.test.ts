import { describe, expect, it } from "vitest";
import { Dome } from "../src/dome";
import { observe } from "../src/session";

describe("observe", () => {
  it("gives the frames in order", async () => {
    expect(await observe(new Dome(), [async () => 1, async () => 2])).toEqual([1, 2]);
  });

  it("opens the dome for the exposures", async () => {
    const dome = new Dome();
    let open = false;
    await observe(dome, [async () => ((open = dome.isOpen), 1)]);
    expect(open).toBe(true);
    expect(dome.isOpen).toBe(false);
  });

  it("waits for nobody", async () => {
    const dome = new Dome();
    dome.open();
    await expect(observe(dome, [])).rejects.toThrow("in use");
  });
});
