import { minutesOf } from "./clock";

export function hours(from: string, to: string): number {
  return (minutesOf(to) - minutesOf(from)) / 60;
}
