export interface Job {
  readonly id: string;
  readonly priority: number;
}

export const job = (id: string, priority = 0): Job => ({ id, priority });
