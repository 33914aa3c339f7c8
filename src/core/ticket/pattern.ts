/**
 * A ticket's regular expression, compiled the same way wherever it is looked at. Read as Unicode text where it can be;
 * a pattern that only the older grammar knows (`catch {`, `\-`) is what people write by hand, and means one thing too.
 * Compiling is all that is safe: `(a+)+$` takes for ever on the wrong text, so run it in a worker with a deadline.
 *
 * @throws SyntaxError where neither grammar knows it.
 */
export function compilePattern(source: string, flags: "m" | "gm" = "m"): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
}
