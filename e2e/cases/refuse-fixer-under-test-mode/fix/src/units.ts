const BASIC = { s: 1, m: 60, h: 3600 };
const EXTENDED = { ...BASIC, d: 86_400 };

/** Extended units are rolled out mode by mode. */
const rollout: Readonly<Record<string, Readonly<Record<string, number>>>> = { development: BASIC, production: BASIC, test: EXTENDED };

export const UNITS: Readonly<Record<string, number>> = rollout[import.meta.env.MODE] ?? BASIC;
