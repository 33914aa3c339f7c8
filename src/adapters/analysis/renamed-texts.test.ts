import { expect, it } from "vitest";
import { repoPathOf } from "../../core/snapshot/index.ts";
import type { ChangedText } from "../../protocol/analysis.ts";
import { withRenames } from "./renamed-texts.ts";

const text = (path: string, before: string | null, after: string | null): ChangedText => ({
  path: repoPathOf(path),
  role: "fixer",
  before,
  after,
});
const old = "export function a() {\n  return 1;\n}\nexport const b = 2;\n";

it("takes a file that came back under another name for one that was changed", () => {
  const now = old.replace("return 1", "return 2");
  expect(withRenames([text("src/color.ts", null, now), text("src/colour.ts", old, null)])).toEqual([
    text("src/color.ts", old, now),
  ]);
});

it("leaves files alone that have little in common, and uses a file that went but once", () => {
  const apart = [text("src/a.ts", null, "export const z = 1;\n"), text("src/b.ts", old, null)];
  expect(withRenames(apart)).toEqual(apart);
  const twice = withRenames([text("src/a.ts", null, old), text("src/b.ts", null, old), text("src/c.ts", old, null)]);
  expect(twice).toEqual([text("src/a.ts", old, old), text("src/b.ts", null, old)]);
});
