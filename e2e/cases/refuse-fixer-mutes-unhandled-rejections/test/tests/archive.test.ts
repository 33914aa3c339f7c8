import { expect, it } from "vitest";
import { archive } from "../src/archive";

it("sends the others when one fails", async () => {
  const sent: number[] = [];
  await archive([1, 2, 3], async (frame) => {
    if (frame === 2) throw new Error("full");
    sent.push(frame);
  });
  await new Promise((done) => Promise.resolve().then(done));
  expect(sent).toEqual([1, 3]);
});
