/** `node:timers`, bound to the queue and not to globals that a test may fake. */
import promises from "./timers-promises.ts";
import { timers } from "./timers-queue.ts";

export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = timers;
export { promises };
export default { ...timers, promises };
