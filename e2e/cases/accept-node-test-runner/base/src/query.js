/**
 * @param {string} query without the question mark
 * @returns {Map<string, string>} the last of several values wins
 */
export function parseQuery(query) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const part of query.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? "" : part.slice(equals + 1);
    found.set(plain(name), plain(value));
  }
  return found;
}

/** @param {string} text */
function plain(text) {
  return decodeURIComponent(text);
}
