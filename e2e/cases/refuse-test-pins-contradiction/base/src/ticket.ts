import { fee } from "./fee";

export function printTicket(minutes: number): string {
  return `${minutes} min: ${(fee(minutes) / 100).toFixed(2)}`;
}
