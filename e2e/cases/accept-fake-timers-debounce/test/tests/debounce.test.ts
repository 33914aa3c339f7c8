import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { debounce } from "../src/debounce";
import { searchBox } from "../src/search-box";

describe("debounce", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("waits", () => {
    const run = vi.fn();
    debounce(run, 100)("a");
    vi.advanceTimersByTime(99);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledWith("a");
  });

  it("can be cancelled", () => {
    const run = vi.fn();
    const later = debounce(run, 100);
    later();
    later.cancel();
    vi.runAllTimers();
    expect(run).not.toHaveBeenCalled();
  });

  it("searches for nothing when the box is emptied", () => {
    const search = vi.fn();
    const type = searchBox(search);
    type(" a ");
    type("  ");
    vi.runAllTimers();
    expect(search).not.toHaveBeenCalled();
  });

  it("uses the last call's arguments", () => {
    const run = vi.fn();
    const later = debounce(run, 100);
    later("a");
    vi.advanceTimersByTime(60);
    later("ab");
    vi.advanceTimersByTime(60);
    later("abc");
    vi.advanceTimersByTime(100);
    expect(run.mock.calls).toEqual([["abc"]]);
    later("d");
    vi.advanceTimersByTime(100);
    expect(run).toHaveBeenLastCalledWith("d");
  });
});
