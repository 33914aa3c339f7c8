import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AdvisoryList, type Advisory } from "../src/index.ts";

const advisories: Advisory[] = [
  { id: "ADV-1", title: "path traversal", severity: "high", affected: "< 2" },
  { id: "ADV-2", title: "slow expression", severity: "low", affected: "< 3" },
  { id: "ADV-3", title: "weak default", severity: "moderate", affected: "*" },
  { id: "ADV-4", title: "open redirect", severity: "critical", affected: "*" },
];
const titles = () =>
  screen.getAllByRole("listitem").map((row) => row.querySelector("button")?.textContent);

it("shows every advisory with its severity", () => {
  render(<AdvisoryList advisories={advisories} onOpen={() => {}} />);
  expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    "path traversalHIGH",
    "slow expressionLOW",
    "weak defaultMODERATE",
    "open redirectCRITICAL",
  ]);
  expect(screen.getByRole("status").textContent).toBe("4 advisories");
});

it("opens the advisory that was clicked", () => {
  const onOpen = vi.fn();
  render(<AdvisoryList advisories={advisories} onOpen={onOpen} />);
  fireEvent.click(screen.getByRole("button", { name: "weak default" }));
  expect(onOpen.mock.calls).toEqual([[advisories[2]]]);
});

it("filters by text", () => {
  render(<AdvisoryList advisories={advisories} onOpen={() => {}} />);
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "slow" } });
  expect(titles()).toEqual(["slow expression"]);
  expect(screen.getByRole("status").textContent).toBe("1 of 4 advisories");
});

it("filters by severity", () => {
  render(<AdvisoryList advisories={advisories} onOpen={() => {}} />);
  fireEvent.change(screen.getByLabelText("At least"), { target: { value: "high" } });
  expect(titles()).toEqual(["path traversal", "open redirect"]);
});

it("turns pages", () => {
  render(<AdvisoryList advisories={advisories} perPage={2} onOpen={() => {}} />);
  expect(titles()).toEqual(["path traversal", "slow expression"]);
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(titles()).toEqual(["weak default", "open redirect"]);
  expect(screen.getByText("page 2 of 2")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(titles()).toEqual(["path traversal", "slow expression"]);
});
