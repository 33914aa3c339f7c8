export type Form = "one" | "few" | "many" | "other";
export type Rule = (count: number) => Form;

const english: Rule = (count) => (count === 1 ? "one" : "other");

const polish: Rule = (count) => (count === 1 ? "one" : "many");

export const RULES: Readonly<Record<string, Rule>> = { en: english, pl: polish };
