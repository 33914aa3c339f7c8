import { secondsPerSlide } from "./pace";

export function countdown(seconds: number, slides: number): number[] {
  const pace = secondsPerSlide(seconds, slides);
  return Array.from({ length: slides }, (_, at) => seconds - pace * (at + 1));
}
