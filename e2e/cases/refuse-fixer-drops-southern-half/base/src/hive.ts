export interface Hive {
  readonly name: string;
  readonly frames: number;
  readonly treatedOn?: number;
}
