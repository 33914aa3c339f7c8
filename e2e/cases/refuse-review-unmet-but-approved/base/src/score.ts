import type { Answer } from "./answer";

export function score(answers: readonly Answer[]): number {
  return answers.filter((answer) => answer.given !== null).length;
}
