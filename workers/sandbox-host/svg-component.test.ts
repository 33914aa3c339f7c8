/** The component is run with a stand-in for createElement: what it asks React for is what is looked at. */
import { describe, expect, it } from "vitest";
import { svgComponent } from "./svg-component.ts";

function elementOf(source: string, props: object = {}): unknown {
  const code = svgComponent(source, "/repo/icon.svg")
    .replace(/^import .*$/m, "")
    .replace("export default", "return");
  const make = new Function("createElement", code) as (create: unknown) => (props: object) => unknown;
  return make((type: string, all: object) => ({ type, ...all }))(props);
}

describe("an SVG as a React component", () => {
  it("has React's names of attributes, the drawing as it is written, and the caller's props last", () => {
    const source = `<?xml version="1.0"?>\n<!-- > -->\n<svg xmlns="http://www.w3.org/2000/svg" version="1.1" class='icon' stroke-width="2" data-id="a" style="fill: red; stroke-width: 3" viewBox="0 0 1 1">\n<path d="M0 0"/></svg>\n`;
    expect(elementOf(source, { stroke: "blue", className: "mine" })).toEqual({
      type: "svg",
      xmlns: "http://www.w3.org/2000/svg",
      className: "mine",
      strokeWidth: "2",
      "data-id": "a",
      style: { fill: "red", strokeWidth: "3" },
      viewBox: "0 0 1 1",
      stroke: "blue",
      dangerouslySetInnerHTML: { __html: '<path d="M0 0"/>' },
    });
  });

  it("may be empty", () => {
    expect(elementOf('<svg title="a > b"/>')).toEqual({ type: "svg", title: "a > b" });
  });

  it("is refused where there is none", () => {
    expect(() => svgComponent("<html></html>", "/repo/icon.svg")).toThrow("/repo/icon.svg has no svg element");
  });
});
