export interface Issue {
  readonly rule: string;
  readonly line: number;
}
