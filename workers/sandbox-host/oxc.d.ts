/** The oxc transformer as the build lays it beside the host bundle (public/engine/oxc.mjs). */
declare module "fixgate:oxc" {
  interface OxcError {
    readonly message: string;
    readonly codeframe?: string | null;
  }
  interface OxcResult {
    readonly code: string;
    readonly map?: object;
    readonly errors: readonly OxcError[];
  }
  export function transformSync(file: string, source: string, options: object): OxcResult;
  export function moduleRunnerTransformSync(
    file: string,
    source: string,
    options: { readonly sourcemap: boolean },
  ): OxcResult & { readonly deps: readonly string[]; readonly dynamicDeps: readonly string[] };
}

/** Beside the host bundle too, since Babel is large and most runs count nothing. */
declare module "fixgate:instrument" {
  export { createInstrument } from "./instrument.ts";
}
declare module "istanbul-lib-instrument" {
  export function createInstrumenter(options: object): {
    instrumentSync(code: string, file: string): string;
    lastFileCoverage(): unknown;
    lastSourceMap(): object | null;
  };
}
