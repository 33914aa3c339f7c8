const extra = JSON.parse(import.meta.env.VITE_EXTRA_UNITS ?? "{}") as Readonly<Record<string, number>>;

export const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, ...extra };
