/** What was claimed beside what was seen, as a table, as JSON and as JUnit. */
export interface Row {
  readonly what: string;
  readonly claimed: string;
  readonly seen: string;
  readonly holds: boolean;
}

export function tableOf(rows: readonly Row[]): string {
  const width = (pick: (row: Row) => string): number => Math.max(...rows.map((row) => pick(row).length));
  const [what, claimed] = [width((row) => row.what), width((row) => row.claimed)];
  return rows
    .map((row) =>
      `${row.holds ? "holds " : "DIFFERS"}  ${row.what.padEnd(what)}  ${row.claimed.padEnd(claimed)}  ${row.seen}`.replace(
        "holds ",
        "holds  ",
      ),
    )
    .join("\n");
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

export function junitOf(rows: readonly Row[]): string {
  const failed = rows.filter((row) => !row.holds).length;
  const cases = rows.map((row) =>
    row.holds
      ? `  <testcase classname="fixgate verify" name="${escape(row.what)}"/>`
      : `  <testcase classname="fixgate verify" name="${escape(row.what)}">\n    <failure message="${escape(`claimed ${row.claimed}, seen ${row.seen}`)}"/>\n  </testcase>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="fixgate verify" tests="${String(rows.length)}" failures="${String(failed)}">\n${cases.join("\n")}\n</testsuite>\n`;
}
