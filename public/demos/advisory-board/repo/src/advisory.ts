/** `unknown`: it could not be measured. */
export type Severity = "critical" | "high" | "moderate" | "low" | "unknown";

export interface Advisory {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly affected: string;
  /** The first version without the fault, if there is one. */
  readonly fixedIn?: string;
}

export interface Scan {
  readonly tool: string;
  /** False: it was planned, and then skipped or broken off. */
  readonly ran: boolean;
  readonly findings: number;
}

export interface ScannedItem {
  readonly name: string;
  readonly scans: readonly Scan[];
}
