/** Two runs of one suite, test by test: by name, and what is left over in a file by position, since titles change with a runner's version. */

const fileOf = (id) => id.slice(0, id.indexOf(" > "));
const alike = (a, b) => a === b || (a === "skip" && b === "todo") || (a === "todo" && b === "skip");

/** The reports of a sandbox run in the shape of a native run. */
export function testsOf(report) {
  const tests = new Map();
  const add = (id, one) => tests.set(id, [...(tests.get(id) ?? []), one]);
  for (const file of report.files) {
    for (const test of file.tests)
      add([file.path, ...test.titles].join(" > "), { state: test.state, message: test.errors[0]?.message.split("\n")[0] ?? "" });
    if (file.tests.length === 0 && (file.state === "fail" || file.end.kind !== "completed"))
      add(`${file.path} > (does not load)`, {
        state: "fail",
        message: (file.errors[0]?.message ?? `${file.end.kind} ${file.end.message ?? ""}`).split("\n")[0],
      });
  }
  return tests;
}

/** `reasonOf(file)`: what the suite's evidence says about why a file's results can't be trusted; null: nothing. */
export function compare(native, browser, reasonOf = () => null) {
  const left = new Map();
  for (const [id, tests] of browser) {
    const extra = tests.slice(native.get(id)?.length ?? 0).map((test) => ({ id, ...test }));
    if (extra.length > 0) left.set(fileOf(id), [...(left.get(fileOf(id)) ?? []), ...extra]);
  }
  const differing = [];
  let agreeing = 0;
  let renamed = 0;
  for (const [id, states] of native) {
    states.forEach((one, index) => {
      let mine = browser.get(id)?.[index];
      if (mine === undefined) {
        mine = left.get(fileOf(id))?.shift();
        if (mine !== undefined) renamed++;
      }
      if (mine !== undefined && alike(one.state, mine.state)) agreeing++;
      else
        differing.push({
          id,
          native: one.state,
          browser: mine?.state ?? "missing",
          nativeMessage: one.message,
          message: mine?.message ?? "",
          reason: reasonOf(fileOf(id)),
        });
    });
  }
  for (const extra of [...left.values()].flat())
    differing.push({
      id: extra.id,
      native: "missing",
      browser: extra.state,
      nativeMessage: "",
      message: extra.message,
      reason: reasonOf(fileOf(extra.id)),
    });
  return { agreeing, differing, renamed };
}

export const failing = (tests) =>
  new Set([...tests].filter(([, states]) => states.some(({ state }) => state === "fail")).map(([id]) => id));

/** What a suite's evidence says against trusting a file: named by file, or for the whole suite. */
export const reasons = (report) => (file) =>
  report.unsupported.find((each) => each.affects && (each.path === undefined || each.path === null || each.path === file))?.what ??
  null;
