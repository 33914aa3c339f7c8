export function secondsPerSlide(seconds: number, slides: number): number {
  return Math.round(seconds / slides);
}
