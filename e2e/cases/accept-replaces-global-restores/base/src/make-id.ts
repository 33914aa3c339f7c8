import { DIGITS, LETTERS, pick } from "./alphabet";

export function makeId(length = 8): string {
  let id = "";
  while (id.length < length) id += pick(DIGITS + LETTERS, Math.random());
  return id;
}
