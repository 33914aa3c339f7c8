export type { Finding, Verdict } from "./verdict.ts";
