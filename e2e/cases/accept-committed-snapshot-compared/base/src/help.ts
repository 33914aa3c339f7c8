import { usageOf, type Option } from "./option";

export function helpFor(command: string, options: readonly Option[]): string {
  const width = Math.max(...options.map((option) => usageOf(option).length));
  const lines = options.map((option) => `  ${usageOf(option).padEnd(width)}  ${option.about}`);
  return [`Usage: ${command} [options]`, "", ...lines].join("\n");
}
