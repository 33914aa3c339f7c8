import { runsOf } from "./runs";

/** `aaab` becomes `3ab`: counts of one are left out. */
export function encode(text: string): string {
  return runsOf(text)
    .map(({ unit, length }) => (length === 1 ? "" : String(length)) + unit.replace(/[\d\\]/, "\\$&"))
    .join("");
}

export function decode(code: string): string {
  return code.replace(/(\d*)\\?(.)/gs, (_, count: string, unit: string) => unit.repeat(count === "" ? 1 : Number(count)));
}
