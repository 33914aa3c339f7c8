import { beforeEach, describe, expect, it } from "vitest";
import { latest, record } from "../src/station";
import { report, weatherLine } from "../src/weather-line";

describe("weather", () => {
  beforeEach(() => {
    record("Bergen", 7.26);
    record("Tromsø", -4);
  });

  it("rounds to tenths", async () => {
    expect(await latest("Bergen")).toBe(7.3);
  });

  it("prints a line", async () => {
    expect(await weatherLine("Tromsø")).toBe("Tromsø: -4 °C");
  });

  it("prints places in order", async () => {
    expect(await report(["Tromsø", "Bergen"])).toBe("Tromsø: -4 °C\nBergen: 7.3 °C");
  });
});
