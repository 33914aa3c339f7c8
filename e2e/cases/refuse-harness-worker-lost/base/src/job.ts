export interface Job {
  readonly name: string;
  readonly priority: number;
}

export function names(jobs: readonly Job[]): string[] {
  return jobs.map((job) => job.name);
}
