import type { Ingredient } from "./recipe";

export function scale(ingredients: readonly Ingredient[], factor: number): Ingredient[] {
  return ingredients.map((each) => ({ ...each, amount: each.amount * factor }));
}
