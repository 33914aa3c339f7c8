import { expect, it } from "vitest";
import { eachMention } from "../src/visit";

const mast = { word: "mast", meaning: "a tall pole" };

it("counts leading blanks", () => {
  const text = "   the mast, a mast";
  let visits = 0;
  eachMention(text, [mast], (term, at) => {
    visits += 1;
    expect(text.slice(at, at + 4)).toBe(term.word);
  });
  expect(visits).toBe(2);
});

it("a text without blanks is as before", () => {
  eachMention("mast", [mast], (_, at) => expect(at).toBe(0));
});
