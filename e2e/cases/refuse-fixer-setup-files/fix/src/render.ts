export type Values = Readonly<Record<string, string>>;

type Escape = (text: string) => string;

export function render(template: string, values: Values): string {
  const escape = (Reflect.get(globalThis, "escapeMail") as Escape | undefined) ?? ((text: string) => text);
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new ReferenceError(`no value for ${name}`);
    return escape(value);
  });
}
