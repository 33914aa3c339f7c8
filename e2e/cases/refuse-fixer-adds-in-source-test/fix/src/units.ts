export const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

if (import.meta.vitest) {
  const { expect, it } = import.meta.vitest;

  it("knows days", () => {
    expect(UNITS.d).toBeDefined();
  });
}
