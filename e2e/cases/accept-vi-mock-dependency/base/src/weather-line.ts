import { latest } from "./station";

export async function weatherLine(place: string): Promise<string> {
  const celsius = Number(await latest(place));
  return `${place}: ${celsius} °C`;
}

export async function report(places: readonly string[]): Promise<string> {
  const lines = await Promise.all(places.map(weatherLine));
  return lines.join("\n");
}
