import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SeverityBadge } from "../src/index.ts";

it.each(["critical", "high", "moderate", "low"] as const)("shows %s in capitals", (severity) => {
  render(<SeverityBadge severity={severity} />);
  expect(screen.getByText(severity.toUpperCase()).className).toBe(`badge badge-${severity}`);
});
