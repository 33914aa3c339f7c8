/**
 * @param {number} lastFrostWeek
 * @param {number} weeksIndoors
 * @returns {number} the week in which to sow
 */
export function sowingWeek(lastFrostWeek, weeksIndoors) {
  return Math.max(1, lastFrostWeek - weeksIndoors);
}
