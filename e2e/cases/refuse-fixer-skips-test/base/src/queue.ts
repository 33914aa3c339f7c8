import type { Job } from "./job";
import { settings } from "./settings";

export class JobQueue {
  #jobs: Job[] = [];

  add(job: Job): void {
    if (this.#jobs.length >= settings.maxJobs) throw new Error("the queue is full");
    const at = this.#jobs.findIndex((waiting) => waiting.priority <= job.priority);
    this.#jobs.splice(at < 0 ? this.#jobs.length : at, 0, job);
  }

  next(): Job | undefined {
    return this.#jobs.shift();
  }

  drain(): Job[] {
    const rest = this.#jobs;
    this.#jobs = [];
    return rest;
  }
}
