import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { isOver, type Notice } from "./notice";
import { NoticeBoard } from "./notice-board";

const NOW = Date.UTC(2024, 4, 10);
const notice = (text: string, more: Partial<Notice> = {}): Notice => ({ id: text, text, pinned: false, ...more });

afterEach(cleanup);

describe("NoticeBoard", () => {
  it("lists pinned notices first", () => {
    render(<NoticeBoard notices={[notice("b"), notice("c", { pinned: true }), notice("a")]} now={NOW} />);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["c", "a", "b"]);
  });

  it("says so when there is nothing", () => {
    render(<NoticeBoard notices={[]} now={NOW} />);
    expect(screen.getByText("Nothing new since 2024-05-10.")).toBeTruthy();
  });

  it("knows when a notice is over", () => {
    expect(isOver(notice("x", { until: NOW }), NOW)).toBe(true);
    expect(isOver(notice("x", { until: NOW + 1 }), NOW)).toBe(false);
    expect(isOver(notice("x"), NOW)).toBe(false);
  });

  it("does not show what is over", () => {
    render(<NoticeBoard notices={[notice("Lunch moved"), notice("Lift out of order", { until: NOW - 1 })]} now={NOW} />);
    expect(screen.queryByText("Lift out of order")).toBeNull();
    expect(screen.queryByText("Nothing new since 2024-05-10.")).toBeNull();
    expect(screen.queryByRole("list")).not.toBeNull();
  });
});
