declare const __EXTRA_UNITS__: Readonly<Record<string, number>>;

export const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, ...__EXTRA_UNITS__ };
