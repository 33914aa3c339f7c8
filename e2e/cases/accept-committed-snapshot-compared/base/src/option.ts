export interface Option {
  readonly name: string;
  readonly short?: string;
  readonly about: string;
}

export function usageOf(option: Option): string {
  return option.short === undefined ? `    --${option.name}` : `-${option.short}, --${option.name}`;
}
