/** Names that StrykerJS's own switching of mutants uses; ours are trees of their own. Aliased by the build. */
export const INSTRUMENTER_CONSTANTS: Readonly<Record<string, string>> = Object.freeze({});
