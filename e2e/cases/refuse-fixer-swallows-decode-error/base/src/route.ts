export interface Route {
  readonly name: string;
  readonly pattern: string;
}

export type Params = Readonly<Record<string, string>>;
