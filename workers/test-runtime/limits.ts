/** What the sandbox can't do, told when the repository's code asks for it: a result that rests on it is not known. */
let listener: (what: string, advice: string) => void = () => undefined;

export function listenForLimits(told: (what: string, advice: string) => void): void {
  listener = told;
}

let isWithin = false;

export function tellLimit(what: string, advice = "run this repository in the Node or WebContainer sandbox"): void {
  if (!isWithin) listener(what, advice);
}

/** What `run` meets on its way is part of the same limit. */
export function withinLimit<T>(what: string, run: () => T): T {
  tellLimit(what);
  const outer = isWithin;
  isWithin = true;
  try {
    return run();
  } finally {
    isWithin = outer;
  }
}
