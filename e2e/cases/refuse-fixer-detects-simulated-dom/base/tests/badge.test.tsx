import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Badge } from "../src/badge";
import { countLabel } from "../src/count-label";
import { InboxLink } from "../src/inbox-link";

afterEach(cleanup);

it("says how many are unread", () => {
  render(<Badge unread={3} />);
  expect(screen.getByRole("status").textContent).toBe("3 unread");
});

it("says 99+ from 100 on", () => {
  expect([99, 100].map(countLabel)).toEqual(["99", "99+"]);
});

it("a count is not negative", () => {
  expect(() => countLabel(-1)).toThrow(RangeError);
});

it("stands in the link to the inbox", () => {
  render(<InboxLink unread={7} />);
  expect(screen.getByRole("link").textContent).toBe("Inbox 7 unread");
});
