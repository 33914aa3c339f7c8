import { roman } from "./roman";

export function dial(hours: 12 | 24 = 12): string[] {
  return Array.from({ length: hours }, (_, at) => roman(at + 1));
}
