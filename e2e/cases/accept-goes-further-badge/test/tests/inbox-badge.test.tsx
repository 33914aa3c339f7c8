import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { InboxBadge } from "../src/inbox-badge";
import { unreadCount } from "../src/unread";

const unread = (count: number) => Array.from({ length: count }, (_, id) => ({ id, read: false, muted: false }));

describe("InboxBadge", () => {
  afterEach(cleanup);

  it("counts", () => {
    render(<InboxBadge messages={unread(2)} />);
    expect(screen.getByRole("status").textContent).toBe("2 unread messages");
  });

  it("knows the singular", () => {
    render(<InboxBadge messages={unread(1)} />);
    expect(screen.getByRole("status").textContent).toBe("1 unread message");
  });

  it("stops at 99", () => {
    render(<InboxBadge messages={unread(100)} />);
    expect(screen.getByRole("status").textContent).toBe("99+ unread messages");
  });

  it("does not count what is muted", () => {
    expect(unreadCount([{ id: 1, read: false, muted: true }, { id: 2, read: true, muted: false }])).toBe(0);
  });

  it("shows no badge when nothing is unread", () => {
    const { container } = render(<InboxBadge messages={[{ id: 1, read: true, muted: false }]} />);
    expect(screen.queryByRole("status")).toBeNull();
    expect(container.textContent).toBe("");
  });
});
