export interface User {
  readonly name: string;
  readonly roles: readonly string[];
  readonly suspended: boolean;
}
