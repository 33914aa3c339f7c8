export function secondsPerSlide(seconds: number, slides: number): number {
  return slides === 0 ? seconds : Math.round(seconds / slides);
}
