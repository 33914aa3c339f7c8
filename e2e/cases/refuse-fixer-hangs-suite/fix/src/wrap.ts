/** Breaks a paragraph into lines of at most `width` characters, at spaces where it can. */
export function wrap(text: string, width: number): string[] {
  if (width < 1) throw new RangeError(`width must be at least 1, not ${width}`);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    if (line !== "" && line.length + 1 + word.length <= width) {
      line += ` ${word}`;
    } else {
      if (line !== "") lines.push(line);
      line = word;
    }
    let at = width;
    while (line.length >= width) {
      if (line.length > at) lines.push(line.slice(0, at));
      line = line.length > at ? line.slice(at) : line;
      at = width;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}
