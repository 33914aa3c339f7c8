/** The part of .editorconfig (editorconfig.org) that Prettier reads. */
import picomatch from "picomatch";
import type { FileTree } from "../typecheck/file-tree.ts";
import { ROOT } from "../typecheck/repository.ts";
import { foldersAbove } from "./folders-above.ts";

interface Section {
  readonly glob: string;
  readonly properties: ReadonlyMap<string, string>;
}

function parse(text: string): { readonly root: boolean; readonly sections: readonly Section[] } {
  let root = false;
  const sections: { glob: string; properties: Map<string, string> }[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const header = /^\[(.*)\]$/.exec(line);
    if (header !== null) {
      sections.push({ glob: header[1] ?? "", properties: new Map() });
      continue;
    }
    const at = line.indexOf("=");
    if (at < 0) continue;
    const key = line.slice(0, at).trim().toLowerCase();
    const value = line
      .slice(at + 1)
      .trim()
      .toLowerCase();
    const section = sections.at(-1);
    if (section !== undefined) section.properties.set(key, value);
    else if (key === "root") root = value === "true";
  }
  return { root, sections };
}

function applies(glob: string, relative: string): boolean {
  const pattern = glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`;
  return picomatch(pattern, { dot: true })(relative);
}

export function editorconfigOptions(files: FileTree, path: string): Readonly<Record<string, unknown>> {
  const layers: ReadonlyMap<string, string>[] = [];
  for (const folder of foldersAbove(path)) {
    const text = files.text(`${folder}/.editorconfig`);
    if (text === undefined) continue;
    const { root, sections } = parse(text);
    const relative = `${ROOT}/${path}`.slice(folder.length + 1);
    const merged = new Map<string, string>();
    for (const section of sections)
      if (applies(section.glob, relative)) for (const [key, value] of section.properties) merged.set(key, value);
    layers.unshift(merged);
    if (root) break;
  }
  const found = new Map(layers.flatMap((layer) => [...layer]));
  const number = (key: string): number | null => {
    const value = Number(found.get(key));
    return Number.isInteger(value) && value > 0 ? value : null;
  };
  const out: Record<string, unknown> = {};
  const style = found.get("indent_style");
  const size = number("indent_size");
  const tab = number("tab_width");
  if (style === "tab" || (found.get("indent_size") === "tab" && style !== "space")) out["useTabs"] = true;
  else if (style === "space") out["useTabs"] = false;
  const width = size ?? tab;
  if (width !== null) out["tabWidth"] = width;
  const max = found.get("max_line_length");
  if (max === "off") out["printWidth"] = Number.POSITIVE_INFINITY;
  else if (number("max_line_length") !== null) out["printWidth"] = number("max_line_length");
  const end = found.get("end_of_line");
  if (end === "lf" || end === "crlf" || end === "cr") out["endOfLine"] = end;
  return out;
}
