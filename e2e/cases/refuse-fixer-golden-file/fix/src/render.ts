export type Values = Readonly<Record<string, string>>;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

export function render(template: string, values: Values): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new ReferenceError(`no value for ${name}`);
    return escape(value);
  });
}
