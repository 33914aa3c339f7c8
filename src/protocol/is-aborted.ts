/**
 * Asks a signal anew. A compiler that saw `signal.aborted` to be false before an `await` holds it to be false after it,
 * and a linter then calls the second question needless.
 */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;
