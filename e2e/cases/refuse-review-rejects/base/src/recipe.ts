export interface Ingredient {
  readonly name: string;
  readonly amount: number;
  /** Comes in pieces. */
  readonly whole: boolean;
}
