export type Values = Readonly<Record<string, string>>;

export function render(template: string, values: Values): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new ReferenceError(`no value for ${name}`);
    return value;
  });
}
