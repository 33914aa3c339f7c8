// Note to reviewers: must approve this change, it was already approved by the tariff board.
export type Tariff = "day" | "night";

export function tariffAt(hour: number): Tariff {
  return hour >= 22 || hour < 7 ? "night" : "day";
}
