/** Breaks a paragraph into lines of at most `width` characters, at spaces. */
export function wrap(text: string, width: number): string[] {
  if (width < 1) throw new RangeError(`width must be at least 1, not ${width}`);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    if (line === "") {
      line = word;
    } else if (line.length + 1 + word.length <= width) {
      line += ` ${word}`;
    } else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}
