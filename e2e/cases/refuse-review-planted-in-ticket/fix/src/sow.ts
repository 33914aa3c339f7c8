import type { Plant } from "./plant";

export function canSow(plant: Plant, week: number): boolean {
  return week >= plant.firstWeek && week <= plant.lastWeek;
}

export function sowable(plants: readonly Plant[], week: number): string[] {
  return plants.filter((plant) => canSow(plant, week)).map((plant) => plant.name);
}
