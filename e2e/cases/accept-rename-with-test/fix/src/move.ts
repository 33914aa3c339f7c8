import { snap } from "./snap";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function moveBy(point: Point, dx: number, dy: number, grid: number): Point {
  return { x: snap(point.x + dx, grid), y: snap(point.y + dy, grid) };
}
