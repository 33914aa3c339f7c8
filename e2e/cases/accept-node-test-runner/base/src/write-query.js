/** @param {Iterable<[string, string]>} pairs */
export function writeQuery(pairs) {
  return [...pairs].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
}
