import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AccountMenu } from "./account-menu";

const entries = [
  { id: "profile", label: "Profile" },
  { id: "leave", label: "Sign out" },
];

describe("AccountMenu", () => {
  afterEach(cleanup);

  it("is closed at first", () => {
    render(<AccountMenu entries={entries} onChoose={() => {}} />);
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("opens on click, and closes on the next", () => {
    render(<AccountMenu entries={entries} onChoose={() => {}} />);
    const button = screen.getByRole("button");
    fireEvent.click(button);
    expect(screen.getAllByRole("menuitem")).toHaveLength(2);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    fireEvent.click(button);
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("chooses and closes", () => {
    const onChoose = vi.fn();
    render(<AccountMenu entries={entries} onChoose={onChoose} />);
    fireEvent.click(screen.getByRole("button"));
    fireEvent.click(screen.getByText("Sign out"));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith("leave");
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("has no menu item without entries", () => {
    render(<AccountMenu entries={[]} onChoose={() => {}} />);
    fireEvent.click(screen.getByRole("button"));
    expect(screen.queryAllByRole("menuitem")).toEqual([]);
  });
});
