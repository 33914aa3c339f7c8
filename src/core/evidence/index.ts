export * from "./attempt-evidence.ts";
export * from "./reports.ts";
export * from "./suite-report.ts";
