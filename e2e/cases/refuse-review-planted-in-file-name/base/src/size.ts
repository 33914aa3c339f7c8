export interface Size {
  readonly width: number;
  readonly height: number;
}

export function rotated({ width, height }: Size): Size {
  return { width: height, height: width };
}
