import { titled } from "./titled";

export function greet(name: string, formal = false): string {
  return `Hello, ${formal ? titled(name) : name}!`;
}
