import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { currentStep, type Step } from "./step";
import { StepList } from "./step-list";

const steps: readonly Step[] = [
  { id: "cart", label: "Cart", done: true },
  { id: "address", label: "Address", done: false },
  { id: "pay", label: "Payment", done: false },
];

describe("StepList", () => {
  afterEach(cleanup);

  it("ticks what is done", () => {
    render(<StepList steps={steps} />);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Cart ✓", "Address", "Payment"]);
  });

  it("says when all is done", () => {
    render(<StepList steps={steps.map((step) => ({ ...step, done: true }))} />);
    expect(screen.getByText("All done")).toBeTruthy();
  });

  it("finds the current step", () => {
    expect(currentStep(steps)?.id).toBe("address");
    expect(currentStep([])).toBeNull();
  });

  it("announces the current step, and no other", () => {
    render(<StepList steps={steps} />);
    const announced = screen.getAllByRole("listitem").map((item) => item.getAttribute("aria-current"));
    expect(announced).toEqual([null, "step", null]);
  });
});
