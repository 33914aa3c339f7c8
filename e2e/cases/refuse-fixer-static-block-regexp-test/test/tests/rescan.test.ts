import { expect, it } from "vitest";
import { mentions } from "../src/scan";

const terms = [{ word: "rudder", meaning: "what steers" }];

it("finds the same again and again", () => {
  for (let turn = 0; turn < 4; turn++) {
    expect(mentions("the rudder jammed", terms)).toEqual(["rudder"]);
  }
});

it("also in a shorter text after a longer one", () => {
  mentions("somewhere far behind is a rudder", terms);
  expect(mentions("rudder", terms)).toEqual(["rudder"]);
});
