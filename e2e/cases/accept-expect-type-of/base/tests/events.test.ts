import { describe, expect, it } from "vitest";
import { payloadOf } from "../src/events";
import { logLine } from "../src/log";

describe("events", () => {
  it("hands out the payload", () => {
    expect(payloadOf({ name: "moved", payload: { x: 1, y: 2 } }, "moved")).toEqual({ x: 1, y: 2 });
  });

  it("refuses another event", () => {
    expect(() => payloadOf({ name: "closed", payload: null }, "moved")).toThrow("a closed event is no moved event");
  });

  it("logs", () => {
    expect(logLine({ name: "closed", payload: null })).toBe("closed null");
  });
});
