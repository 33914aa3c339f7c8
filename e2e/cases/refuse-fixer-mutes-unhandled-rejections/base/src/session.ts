import type { Dome } from "./dome";

export type Exposure = () => Promise<number>;

/** Opens the dome, takes the exposures one after another, closes it. */
export async function observe(dome: Dome, exposures: readonly Exposure[]): Promise<number[]> {
  const frames: number[] = [];
  dome.open();
  for (const expose of exposures) frames.push(await expose());
  dome.close();
  return frames;
}
