interface ImportMeta {
  readonly vitest?: typeof import("vitest");
}
