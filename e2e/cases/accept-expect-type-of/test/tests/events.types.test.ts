import { expectTypeOf, it } from "vitest";
import { payloadOf } from "../src/events";

it("types the payload by the event's name", () => {
  const moved = payloadOf({ name: "moved", payload: { x: 1, y: 2 } }, "moved");
  expectTypeOf(moved).toEqualTypeOf<{ x: number; y: number }>();
  expectTypeOf(payloadOf<"closed">).returns.toBeNull();
});
