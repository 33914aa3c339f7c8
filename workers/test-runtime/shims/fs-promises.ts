import fs from "./fs-memory.ts";

export default fs["promises"];
