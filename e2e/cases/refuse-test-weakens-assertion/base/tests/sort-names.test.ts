import { describe, expect, it } from "vitest";
import { familyName } from "../src/family-name";
import { sortNames } from "../src/sort-names";

describe("sortNames", () => {
  it("sorts by family name", () => {
    expect(sortNames(["Ada Zorn", "Zoe Adler"])).toEqual(["Zoe Adler", "Ada Zorn"]);
  });

  it("keeps umlauts beside their letters", () => {
    expect(sortNames(["Zorn", "Özil", "Paul", "Oster"])).toEqual(["Oster", "Özil", "Paul", "Zorn"]);
  });

  it("takes the last word", () => {
    expect(familyName("Ada von Zorn")).toBe("Zorn");
  });
});
