export interface Answer {
  readonly given: string | null;
  readonly right: string;
}

export function isRight(answer: Answer): boolean {
  return answer.given?.trim().toLowerCase() === answer.right.toLowerCase();
}
