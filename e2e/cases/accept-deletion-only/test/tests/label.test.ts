import { describe, expect, it } from "vitest";
import { label } from "../src/label";

const address = { name: " Kari Nordmann", street: "Storgata 1", city: "0155 Oslo" };

describe("label", () => {
  it("has three lines at home", () => {
    expect(label(address)).toEqual(["Kari Nordmann", "Storgata 1", "0155 Oslo"]);
    expect(label({ ...address, country: "NO" })).toHaveLength(3);
  });

  it("names the country abroad", () => {
    expect(label({ ...address, country: "se" }).at(-1)).toBe("SE");
  });

  it("depends on where home is", () => {
    expect(label({ ...address, country: "NO" }, "SE").at(-1)).toBe("NO");
  });

  it("cuts nothing", () => {
    const street = "Christian Michelsens gate 112, oppgang C";
    expect(label({ ...address, street })[1]).toBe(street);
  });
});
