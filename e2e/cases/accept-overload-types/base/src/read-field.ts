export interface FieldOptions {
  required?: boolean;
}

export type FormValues = ReadonlyMap<string, string>;

export function readField(values: FormValues, name: string, options: FieldOptions = {}): string | undefined {
  const value = values.get(name)?.trim();
  if (value !== undefined && value !== "") return value;
  if (options.required) throw new Error(`${name} is required`);
  return undefined;
}
