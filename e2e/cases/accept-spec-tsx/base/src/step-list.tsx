import { currentStep, type Step } from "./step";

export function StepList({ steps }: { steps: readonly Step[] }) {
  const current = currentStep(steps);
  return (
    <ol>
      {steps.map((step) => (
        <li key={step.id}>
          {step.label}
          {step.done ? " ✓" : ""}
        </li>
      ))}
      {current === null ? <li>All done</li> : null}
    </ol>
  );
}
