/** Regular expressions are not mutated: weapon-regex alone is half the size of everything else here. Aliased by the build. */
export const mutate = (): readonly never[] => [];
