/** `import Icon from "./icon.svg?react"`: a React component as vite-plugin-svgr makes it, with the drawing inside as it is written. */

/** Attributes that svgr leaves out of the component. */
const DROPPED = new Set(["version"]);

function nameOf(attribute: string): string {
  if (attribute === "class") return "className";
  if (/^(data|aria)-/.test(attribute)) return attribute;
  return attribute.replace(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function styleOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text
      .split(";")
      .map((entry) => /^\s*([\w-]+)\s*:\s*([\s\S]*?)\s*$/.exec(entry))
      .flatMap((match) => (match === null ? [] : [[nameOf(match[1] ?? ""), match[2] ?? ""]])),
  );
}

/** @throws SyntaxError where there is no svg element. */
export function svgComponent(source: string, file: string): string {
  const text = source.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>/gi, "");
  const root = /<svg\b((?:"[^"]*"|'[^']*'|[^"'>])*?)(?:\/>|>([\s\S]*)<\/svg\s*>)/i.exec(text);
  if (root === null) throw new SyntaxError(`${file} has no svg element`);
  const props: Record<string, unknown> = {};
  for (const [, attribute = "", double, single] of (root[1] ?? "").matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const value = double ?? single ?? "";
    if (!DROPPED.has(attribute)) props[nameOf(attribute)] = attribute === "style" ? styleOf(value) : value;
  }
  const inner = root[2] === undefined ? {} : { dangerouslySetInnerHTML: { __html: root[2].trim() } };
  return `import { createElement } from "react";
const own = ${JSON.stringify(props)};
const inner = ${JSON.stringify(inner)};
export default function SvgComponent(props) { return createElement("svg", { ...own, ...props, ...inner }); }
`;
}
