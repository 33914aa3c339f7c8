import { clashes, type Interval } from "./interval";

export interface Booking {
  readonly who: string;
  readonly when: Interval;
}

export class Room {
  #bookings: Booking[] = [];

  constructor(readonly name: string) {}

  book(who: string, when: Interval): boolean {
    if (this.#bookings.some((booking) => clashes(booking.when, when))) return false;
    this.#bookings = [...this.#bookings, { who, when }].sort((a, b) => a.when.start - b.when.start);
    return true;
  }

  get bookings(): readonly Booking[] {
    return this.#bookings;
  }
}
