import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Summary } from "../src/index.ts";

it.each([
  [12, 12, "12 advisories"],
  [3, 12, "3 of 12 advisories"],
  [0, 12, "0 of 12 advisories"],
  [0, 0, "0 advisories"],
])("%i shown of %i: %s", (shown, total, text) => {
  render(<Summary shown={shown} total={total} />);
  expect(screen.getByRole("status").textContent).toBe(text);
});
