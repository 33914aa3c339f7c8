/** Characters of the widest bar. */
export const WIDTH = { now: 20 };
