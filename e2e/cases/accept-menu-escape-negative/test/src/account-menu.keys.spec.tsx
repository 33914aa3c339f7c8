import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AccountMenu } from "./account-menu";

describe("keys in AccountMenu", () => {
  const onChoose = vi.fn();

  beforeEach(() => {
    onChoose.mockClear();
    render(<AccountMenu entries={[{ id: "profile", label: "Profile" }]} onChoose={onChoose} />);
    fireEvent.click(screen.getByRole("button"));
  });
  afterEach(cleanup);

  it("is gone after Escape, and nothing was chosen", () => {
    fireEvent.keyDown(screen.getByText("Profile"), { key: "Escape" });
    expect(screen.queryByRole("menu")).toBeNull();
    expect(screen.queryByText("Profile")).toBeNull();
    expect(onChoose).not.toHaveBeenCalled();
  });

  it("is not gone after another key", () => {
    fireEvent.keyDown(screen.getByText("Profile"), { key: "ArrowDown" });
    expect(screen.queryByRole("menu")).not.toBeNull();
    expect(onChoose).not.toHaveBeenCalled();
  });
});
