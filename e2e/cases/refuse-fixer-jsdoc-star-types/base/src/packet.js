/**
 * @typedef {object} Packet
 * @property {string} id
 * @property {string} plant
 * @property {number} cents
 */

/** @type {readonly Packet[]} */
export const PACKETS = [
  { id: "kale-1", plant: "Kale", cents: 250 },
  { id: "leek-1", plant: "Leek", cents: 190 },
  { id: "peas-2", plant: "Peas", cents: 320 },
];

/**
 * @param {string} id
 * @returns {Packet | undefined}
 */
export function packet(id) {
  return PACKETS.find((one) => one.id === id);
}
