import { titled } from "./titled";

export function greet(name: string, formal = false): string {
  if (name === "") return "Hello!";
  return `Hello, ${formal ? titled(name) : name}!`;
}
