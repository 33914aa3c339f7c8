import { expect, it } from "vitest";
import { render } from "../src/render";

it("escapes values", () => {
  expect(render("<p>{{name}}</p>", { name: '<b title="x">A & B</b>' })).toBe("<p>&lt;b title=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;</p>");
});

it("escapes nothing of the template", () => {
  expect(render("<p>{{name}}</p>", { name: "Mia" })).toBe("<p>Mia</p>");
});
