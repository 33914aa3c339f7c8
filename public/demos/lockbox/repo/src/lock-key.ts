/** One spelling for each lock: no outer blanks, lower case, single slashes. */
export function normaliseKey(name: string): string {
  const key = name.trim().toLowerCase().replace(/\/+/, "/");
  if (key === "") throw new RangeError("a lock needs a name");
  return key;
}
