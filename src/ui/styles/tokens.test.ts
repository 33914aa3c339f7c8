/** Contrast is computed from the shipped file: a token changed by eye alone can't slip below AA. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function token(name: string): readonly [light: string, dark: string] {
  const match = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`, "u").exec(css);
  if (match?.[1] === undefined || match[2] === undefined) throw new Error(`no colour token --${name}`);
  return [match[1], match[2]];
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const grounds = ["bg", "surface", "sunken", "hover"];
const text: readonly (readonly [ink: string, on: readonly string[]])[] = [
  [
    "ink",
    [
      ...grounds,
      "pass-tint",
      "fail-tint",
      "unknown-tint",
      "accent-tint",
      "added-line",
      "removed-line",
      "added-word",
      "removed-word",
    ],
  ],
  ["ink-2", [...grounds, "pass-tint", "fail-tint", "unknown-tint", "accent-tint"]],
  ["ink-3", [...grounds, "added-line", "removed-line"]],
  ["accent", [...grounds, "accent-tint"]],
  ["pass", [...grounds, "pass-tint", "added-line"]],
  ["fail", [...grounds, "fail-tint", "removed-line"]],
  ["unknown", [...grounds, "unknown-tint"]],
  ["on-accent", ["accent-fill", "accent-fill-hover"]],
  ...["keyword", "string", "number", "comment", "type"].map(
    (kind) => [`code-${kind}`, ["surface", "added-line", "removed-line"]] as const,
  ),
];

describe("tokens", () => {
  it.each(text.flatMap(([ink, on]) => on.map((ground) => [ink, ground] as const)))(
    "text --%s on --%s is AA in both themes",
    (ink, ground) => {
      for (const theme of [0, 1] as const) expect(contrast(token(ink)[theme], token(ground)[theme])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(["bg", "surface"])("the edge of a control, --line-strong, stands out from --%s", (ground) => {
    for (const theme of [0, 1] as const)
      expect(contrast(token("line-strong")[theme], token(ground)[theme])).toBeGreaterThanOrEqual(3);
  });
});
