export type Form = "one" | "few" | "many" | "other";
export type Rule = (count: number) => Form;

const english: Rule = (count) => (count === 1 ? "one" : "other");

const polish: Rule = (count) => {
  if (count === 1) return "one";
  const last = count % 10;
  return last >= 2 && last <= 4 ? "few" : "many";
};

export const RULES: Readonly<Record<string, Rule>> = { en: english, pl: polish };
