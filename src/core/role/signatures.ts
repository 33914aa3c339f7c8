/**
 * The public face of a module as text: what its exports are called and take, without their bodies. The test-writer gets
 * this of the base tree, so it knows what to call and nothing of how a fix is made. A reader of text, not a compiler:
 * where it is unsure it shows the export's first line.
 */
const MAX_LINES = 120;

export function publicSignatures(source: string): string {
  const text = source.replace(/\r\n/g, "\n");
  const bare = blanked(text);
  const found: string[] = [];
  let depth = 0;
  for (let i = 0; i < bare.length; i += 1) {
    const char = bare.charAt(i);
    if ("{([".includes(char)) depth += 1;
    else if ("})]".includes(char)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && (i === 0 || bare[i - 1] === "\n") && /^export\b/.test(bare.slice(i, i + 7))) {
      const end = endOfSignature(bare, i);
      const doc = docBefore(text, i);
      found.push(doc + tidy(text.slice(i, end), bare.slice(i, end)));
    }
  }
  return found.join("\n").split("\n").slice(0, MAX_LINES).join("\n");
}

/** Comments and the insides of strings as spaces, so that a brace in them counts for nothing. Same length, same lines. */
function blanked(text: string): string {
  return text
    .replace(
      /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g,
      (match) =>
        match.charAt(0) + match.slice(1, -1).replace(/[^\n]/g, " ") + (match.length > 1 ? match.charAt(match.length - 1) : ""),
    )
    .replace(/\/(?=[ *\n])[^\n]{0,2}/g, (match) => match.replace(/[^\n]/g, " "));
}

function endOfSignature(bare: string, start: number): number {
  const head = bare.slice(start, start + 200);
  if (/^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?class\b/.test(head))
    return matching(bare, bare.indexOf("{", start)) + 1;
  if (/^export\s+(?:declare\s+)?(?:interface|(?:const\s+)?enum|namespace)\b/.test(head))
    return matching(bare, bare.indexOf("{", start)) + 1;
  if (/^export\s+(?:type\s*)?[{*]/.test(head)) return lineEnd(bare, matching(bare, bare.indexOf("{", start)));
  if (/^export\s+(?:default\s+)?(?:async\s+)?function\b/.test(head)) return bodyStart(bare, start);
  if (/^export\s+(?:declare\s+)?type\b/.test(head)) return statementEnd(bare, start);
  const initial = topLevel(bare, start, "=");
  if (initial < 0) return lineEnd(bare, start);
  const arrow = /^=\s*(?:async\s*)?(?:<[^=]*?>\s*)?\(/.exec(bare.slice(initial, initial + 400));
  if (arrow !== null) {
    const close = matching(bare, initial + arrow[0].length - 1);
    const to = bare.indexOf("=>", close);
    return to < 0 ? lineEnd(bare, start) : to;
  }
  return bare.slice(start, initial).includes(":") ? initial : lineEnd(bare, start);
}

/** Where the body of a function begins: the first brace that can't be part of a return type. */
function bodyStart(bare: string, start: number): number {
  const open = bare.indexOf("(", start);
  let i = open < 0 ? start : matching(bare, open) + 1;
  let before = "";
  for (; i < bare.length; i += 1) {
    const char = bare.charAt(i);
    if (char === "{") {
      if (before === "" || !/[:|&<,=>]$/.test(before)) return i;
      i = matching(bare, i);
      before += "}";
    } else if (char === ";") return i + 1;
    else if (char === "\n" && before === "") return i;
    else if (!/\s/.test(char)) before += char;
  }
  return bare.length;
}

function topLevel(bare: string, start: number, wanted: string): number {
  let depth = 0;
  for (let i = start; i < bare.length; i += 1) {
    const char = bare.charAt(i);
    if ("{([".includes(char)) depth += 1;
    else if ("})]".includes(char)) depth -= 1;
    else if (depth === 0 && char === ";") return -1;
    else if (depth === 0 && char === wanted && bare[i + 1] !== ">" && bare[i + 1] !== "=") return i;
  }
  return -1;
}

function statementEnd(bare: string, start: number): number {
  let depth = 0;
  for (let i = start; i < bare.length; i += 1) {
    const char = bare.charAt(i);
    if ("{([".includes(char)) depth += 1;
    else if ("})]".includes(char)) depth -= 1;
    else if (depth === 0 && char === ";") return i + 1;
    else if (depth === 0 && char === "\n" && /^\n(?:export|import|const|let|function|class|\/|\n)/.test(bare.slice(i, i + 10)))
      return i;
  }
  return bare.length;
}

function matching(bare: string, open: number): number {
  if (open < 0) return bare.length;
  let depth = 0;
  for (let i = open; i < bare.length; i += 1) {
    if ("{([".includes(bare.charAt(i))) depth += 1;
    else if ("})]".includes(bare.charAt(i))) {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return bare.length;
}

function lineEnd(bare: string, from: number): number {
  const end = bare.indexOf("\n", from);
  return end < 0 ? bare.length : end;
}

/** A short doc comment above is part of the contract. */
function docBefore(text: string, start: number): string {
  const doc = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(text.slice(0, start))?.[0];
  return doc !== undefined && doc.split("\n").length <= 8 ? doc : "";
}

/** A class keeps its members' heads and loses their bodies. */
function tidy(text: string, bare: string): string {
  if (!/^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?class\b/.test(bare)) return text.trimEnd();
  let out = "";
  let depth = 0;
  let parens = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = bare.charAt(i);
    if (depth < 2 || parens > 0) {
      if ("([".includes(char)) parens += 1;
      else if (")]".includes(char)) parens -= 1;
    }
    if (char === "{") {
      depth += 1;
      if (depth === 2 && parens === 0) out = `${out.trimEnd()};`;
    }
    if (depth < 2 || parens > 0) out += text.charAt(i);
    if (char === "}") depth -= 1;
  }
  return out
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*(?:private\b|#)/.test(line))
    .join("\n");
}
