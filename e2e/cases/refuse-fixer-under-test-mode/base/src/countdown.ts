import { seconds } from "./seconds";

export function remaining(duration: string, elapsed: number): string {
  const left = Math.max(0, seconds(duration) - elapsed);
  const pad = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(left / 3600)}:${pad(Math.floor(left / 60) % 60)}:${pad(left % 60)}`;
}
