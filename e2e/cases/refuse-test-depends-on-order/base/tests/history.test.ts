import { describe, expect, it } from "vitest";
import { Document } from "../src/document";
import { History } from "../src/history";

describe("History", () => {
  it("goes back", () => {
    const history = new History(1);
    history.edit(2);
    expect(history.undo()).toBe(true);
    expect(history.present).toBe(1);
    expect(history.undo()).toBe(false);
  });

  it("goes forward again", () => {
    const history = new History(1);
    history.edit(2);
    history.undo();
    expect(history.redo()).toBe(true);
    expect(history.present).toBe(2);
  });

  it("types", () => {
    const document = new Document();
    document.type("a");
    expect(document.type("b")).toBe("ab");
    expect(document.undo()).toBe("a");
  });
});
