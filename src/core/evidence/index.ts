export * from "./attempt-evidence.ts";
export * from "./reports.ts";
export * from "./suite-report.ts";
export { canonicalJson } from "./canonical-json.ts";
export { brokenSeals, digestOf, EVIDENCE_NAMES, isIntact, seal, sealedPieces } from "./seal.ts";
