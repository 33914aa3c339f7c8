import { describe, expect, it } from "vitest";
import { render } from "../src/render";
import { welcome } from "../src/welcome";

describe("render", () => {
  it("puts values in", () => {
    expect(render("Dear {{ name }}, {{greeting}}", { name: "Mia", greeting: "hello" })).toBe("Dear Mia, hello");
  });

  it("leaves other text alone", () => {
    expect(render("a {b} {{}}", {})).toBe("a {b} {{}}");
  });

  it("wants every value", () => {
    expect(() => render("{{name}}", {})).toThrow("no value for name");
  });
});

it("welcomes", async () => {
  await expect(`${welcome("Mia")}\n`).toMatchFileSnapshot("../src/welcome.golden.html");
});
