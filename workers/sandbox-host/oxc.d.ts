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
