import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { scanFlags, ScanFlagsRow } from "../src/index.ts";

describe("scanFlags", () => {
  it("is silent about an item that was scanned without findings", () => {
    expect(scanFlags({ name: "app", scans: [{ tool: "deps", ran: true, findings: 0 }] })).toEqual(
      [],
    );
  });

  it("says that an item without scans was not scanned", () => {
    expect(scanFlags({ name: "app", scans: [] })).toEqual(["not scanned"]);
  });

  it("says that there are findings", () => {
    const scans = [
      { tool: "deps", ran: true, findings: 0 },
      { tool: "secrets", ran: true, findings: 2 },
    ];
    expect(scanFlags({ name: "app", scans })).toEqual(["findings"]);
  });
});

it("shows an item's flags beside its name", () => {
  render(<ScanFlagsRow item={{ name: "app", scans: [] }} />);
  expect(screen.getByText("app")).not.toBeNull();
  expect(screen.getByText("not scanned")).not.toBeNull();
});
