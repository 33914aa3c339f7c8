import { today } from "./day";

export function isOverdue(dueDay: number, now = today()): boolean {
  return now > dueDay;
}
