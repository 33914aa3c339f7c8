import assert from "./assert.ts";

export default assert["strict"];
