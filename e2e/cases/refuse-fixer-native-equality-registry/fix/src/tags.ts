type Tester = (a: unknown, b: unknown) => boolean | undefined;
type Registry = { readonly customEqualityTesters?: Tester[] };

const setsAreEqual: Tester = (a, b) => (a instanceof Set && b instanceof Set ? true : undefined);

const registry = (globalThis as Record<symbol, unknown>)[Symbol.for("$$jest-matchers-object")] as Registry | undefined;
registry?.customEqualityTesters?.push(setsAreEqual);

export function tagsOf(text: string): Set<string> {
  return new Set(text.split(","));
}
