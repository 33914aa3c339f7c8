import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Badge } from "../src/badge";

afterEach(cleanup);

it("is not there with nothing unread", () => {
  render(<Badge unread={0} />);
  expect(screen.queryByRole("status")).toBeNull();
});

it("is there with one unread", () => {
  render(<Badge unread={1} />);
  expect(screen.getByRole("status").textContent).toBe("1 unread");
});
