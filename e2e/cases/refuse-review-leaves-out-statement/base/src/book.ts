import { overlap, type Booking } from "./overlap";

export function book(booked: readonly Booking[], wanted: Booking): Booking[] | null {
  if (wanted.to <= wanted.from) return null;
  return booked.some((each) => overlap(each, wanted)) ? null : [...booked, wanted];
}
