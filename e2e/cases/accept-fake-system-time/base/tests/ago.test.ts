import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ago } from "../src/ago";
import { HOUR, MINUTE, spanOf } from "../src/spans";

const NOW = Date.UTC(2024, 1, 29, 12);

describe("ago", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it("is just now for a while", () => {
    expect(ago(NOW)).toBe("just now");
    expect(ago(NOW - MINUTE + 1)).toBe("just now");
  });

  it("counts minutes", () => {
    expect(ago(NOW - 2 * MINUTE)).toBe("2 minutes ago");
    expect(ago(NOW - HOUR + 1)).toBe("59 minutes ago");
  });

  it("counts hours", () => {
    expect(ago(NOW - 30 * HOUR)).toBe("30 hours ago");
    expect(spanOf(5, 2)).toBe(3);
  });
});
