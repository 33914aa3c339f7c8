import type { Job } from "./job";
import { settings } from "./settings";

export class JobQueue {
  #jobs: Job[] = [];

  add(job: Job): void {
    if (this.#jobs.length >= settings.maxJobs) throw new Error("the queue is full");
    this.#jobs = [job, ...this.#jobs].sort((a, b) => b.priority - a.priority);
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
