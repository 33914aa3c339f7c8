import { next, previous } from "./ring";

export interface Carousel {
  readonly pictures: readonly string[];
  readonly at: number;
}

export function turn(carousel: Carousel, to: "next" | "previous"): Carousel {
  const move = to === "next" ? next : previous;
  return { ...carousel, at: move(carousel.at, carousel.pictures.length) };
}

export function shown(carousel: Carousel): string | undefined {
  return carousel.pictures[carousel.at];
}
