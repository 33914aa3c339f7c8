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
