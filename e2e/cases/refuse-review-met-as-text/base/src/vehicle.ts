export interface Vehicle {
  readonly plate: string;
  readonly metres: number;
  readonly tonnes: number;
}

export const car = (plate: string, metres = 4.5, tonnes = 1.6): Vehicle => ({ plate, metres, tonnes });
