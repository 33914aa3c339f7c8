export const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
