import { packet } from "./packet.js";

/**
 * @typedef {object} Line
 * @property {string} id
 * @property {number} count
 */

/**
 * @param {readonly Line[]} lines
 * @returns {number} the sum in cents
 */
export function sum(lines) {
  let cents = 0;
  for (const line of lines) {
    cents += (packet(line.id)?.cents ?? 0) * line.count;
  }
  return cents;
}

/**
 * @param {*} lines
 * @returns {Array<*>} ids that aren't in the catalogue
 */
export function missing(lines) {
  const ids = new Set();
  for (const line of lines) {
    if (!packet(line.id)) ids.add(line.id);
  }
  return [...ids];
}
