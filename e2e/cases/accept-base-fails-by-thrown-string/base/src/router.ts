type Handler = (params: Readonly<Record<string, string>>) => string;

export class Router {
  readonly #routes: { readonly parts: readonly string[]; readonly handler: Handler }[] = [];

  on(pattern: string, handler: Handler): this {
    this.#routes.push({ parts: partsOf(pattern), handler });
    return this;
  }

  route(path: string): string {
    const parts = partsOf(path);
    for (const { parts: wanted, handler } of this.#routes) {
      const params = match(wanted, parts);
      if (params) return handler(params);
    }
    // The shell above prints whatever is thrown as it is.
    throw `no route for ${path}`;
  }
}

function partsOf(path: string): string[] {
  return path.slice(1).split("/");
}

function match(wanted: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const have = parts[index]!;
    if (part.startsWith(":")) params[part.slice(1)] = have;
    else if (part !== have) return null;
  }
  return params;
}
