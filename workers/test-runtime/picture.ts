/** The members of an object as they were, to be compared later by identity: what differs was added, replaced or removed. */
import { NativeSet, reflect } from "./primordials.ts";

const { getOwnPropertyDescriptor, ownKeys } = reflect;
const { is } = Object;

/** A getter is never called: it stands for its value. */
export const memberOf = (holder: object, key: PropertyKey): unknown => {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  return descriptor?.get ?? descriptor?.value;
};

/** @returns the keys that are not as they were. */
export function takePicture(holder: object): () => readonly PropertyKey[] {
  const before = ownKeys(holder).map((key) => ({ key, value: memberOf(holder, key) }));
  const known = new NativeSet(ownKeys(holder));
  return () => [
    ...before.filter(({ key, value }) => !is(memberOf(holder, key), value)).map(({ key }) => key),
    ...ownKeys(holder).filter((key) => !known.has(key)),
  ];
}
