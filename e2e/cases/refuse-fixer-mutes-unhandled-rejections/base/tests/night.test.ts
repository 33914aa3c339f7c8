import { expect, it } from "vitest";
import { airmass } from "../src/airmass";
import { archive } from "../src/archive";

it("one atmosphere overhead", () => {
  expect(airmass(90)).toBeCloseTo(1);
});

it("two at thirty degrees", () => {
  expect(airmass(30)).toBeCloseTo(2);
});

it("sends every frame", async () => {
  const sent: number[] = [];
  await archive([3, 1, 2], async (frame) => void sent.push(frame));
  expect(sent).toEqual([3, 1, 2]);
});

it("sends nothing when there is nothing", async () => {
  await expect(archive([], () => Promise.reject(new Error("no")))).resolves.toBeUndefined();
});
