import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AdvisoryDialog, type Advisory } from "../src/index.ts";

const advisory: Advisory = {
  id: "ADV-1",
  title: "Path traversal in upload",
  severity: "high",
  affected: "< 2.4.1",
  fixedIn: "2.4.1",
};

it("is named by the advisory's title", () => {
  render(<AdvisoryDialog advisory={advisory} onClose={() => {}} />);
  expect(screen.getByRole("dialog", { name: "Path traversal in upload" })).not.toBeNull();
});

it("shows the severity and the versions", () => {
  render(<AdvisoryDialog advisory={advisory} onClose={() => {}} />);
  expect(screen.getByText("HIGH")).not.toBeNull();
  expect(screen.getByText("< 2.4.1")).not.toBeNull();
  expect(screen.getByText("2.4.1")).not.toBeNull();
});

it("says when there is no fixed version", () => {
  const { fixedIn: _fixedIn, ...unfixed } = advisory;
  render(<AdvisoryDialog advisory={unfixed} onClose={() => {}} />);
  expect(screen.getByText("no version yet")).not.toBeNull();
});

it("closes by its button and by Escape, and by no other key", () => {
  const onClose = vi.fn();
  render(<AdvisoryDialog advisory={advisory} onClose={onClose} />);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Enter" });
  expect(onClose).toHaveBeenCalledTimes(2);
});
