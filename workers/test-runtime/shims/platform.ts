/** The platform's own globals as they were at the worker's start: a part may be evaluated after a DOM environment put its own there. */
declare const __fixgate_builtin: (name: string) => unknown;

export const platform = __fixgate_builtin("fixgate:platform") as typeof globalThis;
