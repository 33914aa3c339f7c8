export const DECIMAL = /^\d+(?:\.\d{1,2})?$/;
/** Thousands apart: `1'250`, `12'000.05`. */
export const GROUPED = /^\d{1,3}(?:'\d{3})+(?:\.|$)/;
