const RADIANS = Math.PI / 180;

/** How many atmospheres the light of a star at this altitude goes through. */
export function airmass(altitude: number): number {
  return 1 / Math.sin(altitude * RADIANS);
}
