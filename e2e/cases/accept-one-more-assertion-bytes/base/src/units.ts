export const UNITS = ["B", "KiB", "MiB", "GiB"] as const;
export type Unit = (typeof UNITS)[number];
export const STEP = 1024;
