export interface Step {
  readonly id: string;
  readonly label: string;
  readonly done: boolean;
}

/** The first step that is not done; null when all are. */
export function currentStep(steps: readonly Step[]): Step | null {
  return steps.find((step) => !step.done) ?? null;
}
