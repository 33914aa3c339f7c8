const INCH = 0.0254;

const METRES = {
  m: 1,
  cm: 0.01,
  in: INCH,
  ft: 12 * INCH,
} as const;

export type Unit = keyof typeof METRES;

export function toMetres(value: number, unit: Unit): number {
  return value * METRES[unit];
}
