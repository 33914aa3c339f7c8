import { beforeEach, expect, it, vi } from "vitest";
import { latest } from "../src/station";
import { weatherLine } from "../src/weather-line";

vi.mock("../src/station", () => ({ latest: vi.fn() }));

beforeEach(() => {
  vi.mocked(latest).mockReset();
});

it("says when there is no reading", async () => {
  vi.mocked(latest).mockResolvedValue(undefined);
  expect(await weatherLine("Oslo")).toBe("Oslo: no reading");
});

it("prints zero", async () => {
  vi.mocked(latest).mockResolvedValue(0);
  expect(await weatherLine("Oslo")).toBe("Oslo: 0 °C");
  expect(latest).toHaveBeenCalledWith("Oslo");
});
