import { describe, expect, it } from "vitest";
import { fullName } from "../src/company";
import { footer } from "../src/footer";

const company = { name: "Harbour Maps", number: "0451", address: "Quay 3" };

describe("footer", () => {
  it("looks as it is committed", () => {
    expect(footer(company)).toMatchSnapshot();
  });

  it("adds the form once", () => {
    expect(fullName(company)).toBe("Harbour Maps Ltd");
    expect(fullName({ ...company, name: "Sea Ltd" })).toBe("Sea Ltd");
  });

  it("can have another form", () => {
    expect(fullName(company, "AS")).toBe("Harbour Maps AS");
  });

  it("gives the address before the number", () => {
    const lines = footer(company).split("\n");
    expect(lines.indexOf("Address: Quay 3")).toBe(1);
    expect(lines.indexOf("Registered as 0451")).toBe(2);
  });
});
