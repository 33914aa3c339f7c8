import type { Ingredient } from "./recipe";

export function shopping(recipes: readonly { readonly servings: number; readonly ingredients: readonly Ingredient[] }[]): Map<string, number> {
  const list = new Map<string, number>();
  for (const { servings, ingredients } of recipes)
    for (const { name, amount } of ingredients) list.set(name, (list.get(name) ?? 0) + amount / servings);
  return list;
}
