/** Records of older versions of the log. */
type Loose = ReturnType<typeof JSON.parse>;
