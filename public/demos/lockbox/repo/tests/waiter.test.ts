import { expect, it } from "vitest";
import { Waiter } from "../src/index.ts";

it("waits at first", () => {
  expect(new Waiter("ada").state).toBe("waiting");
});

it("is granted once", () => {
  const waiter = new Waiter("ada");
  expect(waiter.grant()).toBe(true);
  expect(waiter.grant()).toBe(false);
  expect(waiter.state).toBe("granted");
});

it("can be cancelled while it waits, and only once", () => {
  const waiter = new Waiter("ada");
  expect(waiter.cancel()).toBe(true);
  expect(waiter.cancel()).toBe(false);
  expect(waiter.state).toBe("cancelled");
});

it("can't be cancelled once it was granted", () => {
  const waiter = new Waiter("ada");
  waiter.grant();
  expect(waiter.cancel()).toBe(false);
  expect(waiter.state).toBe("granted");
});
