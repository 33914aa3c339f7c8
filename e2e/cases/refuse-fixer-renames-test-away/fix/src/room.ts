import { clashes, type Interval } from "./interval";

export interface Booking {
  readonly who: string;
  readonly when: Interval;
}

const TOLERANCE = 30;

export class Room {
  #bookings: Booking[] = [];

  constructor(readonly name: string) {}

  book(who: string, when: Interval): boolean {
    const core = { start: when.start + TOLERANCE, end: when.end };
    if (this.#bookings.some((booking) => clashes(booking.when, core))) return false;
    this.#bookings = [...this.#bookings, { who, when }].sort((a, b) => a.when.start - b.when.start);
    return true;
  }

  get bookings(): readonly Booking[] {
    return this.#bookings;
  }
}
