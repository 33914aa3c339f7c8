import { isRight, type Answer } from "./answer";

export function score(answers: readonly Answer[]): number {
  const given = answers.filter((answer) => answer.given !== null);
  const right = given.filter(isRight).length;
  return Math.max(0, right - (given.length - right));
}
