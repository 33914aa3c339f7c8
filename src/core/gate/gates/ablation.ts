/** Is every hunk of the fix needed by something? What nothing needs is shown; in another file than the ticket's it is refused. */
import type { AblatedHunk } from "../../evidence/index.ts";
import type { RepoPath } from "../../snapshot/index.ts";
import type { Ticket } from "../../ticket/index.ts";
import type { Gate } from "../gate.ts";
import { count, firstLine, inquire } from "../verdicts.ts";

export const ablationGate: Gate = {
  id: "ablation",
  version: 1,
  question: "Is every part of the fix needed?",
  judge: (evidence) => {
    let needed = 0;
    let shown = 0;
    return inquire(
      evidence,
      { pass: () => `${count(needed, "hunk")} needed${shown === 0 ? "" : `, ${count(shown, "other")} shown`}` },
      (inquiry) => {
        const { hunks } = inquiry.need("ablation");
        if (hunks.length === 0) inquiry.notApplicable("the fix has no hunk that can be taken out alone");
        const { file, touches } = evidence.ticket;
        const atHome = ({ path }: AblatedHunk) =>
          file === undefined || path === file || touches.includes(path) || isSpokenOf(evidence.ticket, path);
        for (const hunk of hunks) {
          const at = { path: hunk.path, line: hunk.line };
          if (hunk.neededBy === "test" || hunk.neededBy === "typecheck") needed++;
          else if (hunk.neededBy === "unknown") {
            if (atHome(hunk) || isProse(hunk)) {
              shown++;
              inquiry.note({ rule: "AB2", ...at, message: "not known whether this hunk is needed" });
            } else inquiry.doubt("AB2", `not known whether ${hunk.path}:${String(hunk.line)} is needed`);
          } else if (atHome(hunk) || isProse(hunk)) {
            shown++;
            inquiry.note({ rule: "AB3", ...at, message: `nothing needs this hunk: ${firstLine(hunk.text)}` });
          } else
            inquiry.error({
              rule: "AB1",
              ...at,
              message: `nothing needs this hunk, and it is in another file than the ticket's (${String(file)}): ${firstLine(hunk.text)}`,
            });
        }
      },
    );
  },
};

/** A file that the ticket names, in words or in a statement, is the ticket's as well. */
function isSpokenOf({ title, body, acceptance }: Ticket, path: RepoPath): boolean {
  const told = [title, body, ...acceptance.map((statement) => JSON.stringify(statement))].join("\n");
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [path, name].some((each) => {
    for (let at = told.indexOf(each); at >= 0; at = told.indexOf(each, at + 1)) {
      const [before, after] = [told[at - 1] ?? " ", told[at + each.length] ?? " "];
      if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
    }
    return false;
  });
}

/** Documents and comments: no test can need them, and a fix may well say what it did. */
function isProse(hunk: AblatedHunk): boolean {
  if (/\.(md|mdx|txt|rst|adoc)$|(^|\/)(changelog|readme|licen[cs]e|authors|notice)[^/]*$|(^|\/)\.changeset\//i.test(hunk.path))
    return true;
  return hunk.text
    .split("\n")
    .map((line) => line.replace(/^[+-]/, "").trim())
    .every((line) => line === "" || /^(\/\/|\/\*|\*|\*\/|\{\s*\/\*)/.test(line));
}
