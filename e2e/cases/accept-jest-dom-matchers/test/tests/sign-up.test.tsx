import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { nameProblem } from "../src/rules";
import { SignUp } from "../src/sign-up";

describe("SignUp", () => {
  it("sends the trimmed name", () => {
    const onSend = vi.fn();
    render(<SignUp onSend={onSend} />);
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: " Ada " } });
    fireEvent.click(screen.getByRole("button"));
    expect(onSend).toHaveBeenCalledWith("Ada");
  });

  it("says what is wrong once something was typed", () => {
    render(<SignUp onSend={() => {}} />);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "A" } });
    expect(screen.getByRole("alert")).toHaveTextContent("At least 2 characters.");
  });

  it("knows problems of names", () => {
    expect(nameProblem(" ")).toBe("A name is needed.");
    expect(nameProblem("Al")).toBeNull();
  });

  it("can be sent only with a name", () => {
    render(<SignUp onSend={() => {}} />);
    expect(screen.getByRole("button", { name: "Sign up" })).toBeDisabled();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "A " } });
    expect(screen.getByRole("button", { name: "Sign up" })).toBeDisabled();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Al" } });
    expect(screen.getByRole("button", { name: "Sign up" })).toBeEnabled();
  });
});
