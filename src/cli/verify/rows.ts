/** What was claimed beside what was seen, as a table, as JSON and as JUnit. */
export interface Row {
  readonly what: string;
  readonly claimed: string;
  readonly seen: string;
  /** Null: it was not looked at again, which is neither. */
  readonly holds: boolean | null;
}

const label = ({ holds }: Row): string => (holds === null ? "not run" : holds ? "holds" : "DIFFERS");

export function tableOf(rows: readonly Row[]): string {
  const width = (pick: (row: Row) => string): number => Math.max(...rows.map((row) => pick(row).length));
  const [what, claimed] = [width((row) => row.what), width((row) => row.claimed)];
  return rows
    .map((row) => `${label(row).padEnd("DIFFERS".length)}  ${row.what.padEnd(what)}  ${row.claimed.padEnd(claimed)}  ${row.seen}`)
    .join("\n");
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

export function junitOf(rows: readonly Row[]): string {
  const count = (holds: Row["holds"]): string => String(rows.filter((row) => row.holds === holds).length);
  const cases = rows.map(({ what, claimed, seen, holds }) => {
    const start = `  <testcase classname="fixgate verify" name="${escape(what)}"`;
    if (holds === true) return `${start}/>`;
    const inside =
      holds === null
        ? `<skipped message="${escape(`claimed ${claimed}; ${seen}`)}"/>`
        : `<failure message="${escape(`claimed ${claimed}, seen ${seen}`)}"/>`;
    return `${start}>\n    ${inside}\n  </testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="fixgate verify" tests="${String(rows.length)}" failures="${count(false)}" skipped="${count(null)}">\n${cases.join("\n")}\n</testsuite>\n`;
}
