/** The change as a table: for narrow screens, for screen readers, for copying, and for whoever likes it better. */
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import type { FileDiff } from "../../app/fixgate.ts";
import { gateName } from "../parts/words.ts";
import { countOf } from "../parts/words.ts";
import type { DiffMark, Reveal } from "./mark.ts";
import { foldRows, rowsOf, type Row } from "./unified.ts";

const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const WORDS = { same: "", added: "added", removed: "removed" } as const;

export function PlainDiff({
  file,
  marks,
  reveal,
}: {
  readonly file: FileDiff;
  readonly marks: readonly DiffMark[];
  readonly reveal: Reveal | null;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const lines = [...marks.map((mark) => mark.line), ...(reveal === null ? [] : [reveal.line])];
  const key = lines.join(",");
  const rows = useMemo(() => rowsOf(file.before ?? "", file.after ?? ""), [file.before, file.after]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` is what `lines` holds
  const blocks = useMemo(() => foldRows(rows, lines), [rows, key]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());

  useEffect(() => {
    if (reveal === null) return;
    const row = frame.current?.querySelector<HTMLElement>(`[data-line="${reveal.line.toString()}"]`);
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [reveal]);

  return (
    <div className="plain-diff" ref={frame}>
      <table className="mono" aria-label={`${file.path}, ${countOf(file.added, "line")} added, ${file.removed.toString()} removed`}>
        <tbody>
          {blocks.map((block, index) =>
            block.kind === "fold" && !unfolded.has(index) ? (
              <tr key={index} className="diff-fold">
                <td colSpan={4}>
                  <button
                    type="button"
                    onClick={() => {
                      setUnfolded(new Set([...unfolded, index]));
                    }}
                  >
                    {countOf(block.rows.length, "unchanged line")}
                  </button>
                </td>
              </tr>
            ) : (
              block.rows.map((row, at) => {
                const here = row.after === null ? [] : marks.filter((mark) => mark.line === row.after);
                return (
                  <Fragment key={`${index.toString()}.${at.toString()}`}>
                    <DiffRow row={row} marked={here.length > 0} revealed={reveal !== null && row.after === reveal.line} />
                    {here.map((mark, which) => (
                      <tr key={which} className={`diff-mark diff-mark-${mark.finding.severity}`}>
                        <td className="diff-number" />
                        <td className="diff-number" />
                        <td className="diff-sign" />
                        <td>
                          <MarkText mark={mark} />
                        </td>
                      </tr>
                    ))}
                  </Fragment>
                );
              })
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function DiffRow({ row, marked, revealed }: { readonly row: Row; readonly marked: boolean; readonly revealed: boolean }) {
  return (
    <tr
      className={`diff-row diff-${row.kind}${marked ? " diff-marked" : ""}${revealed ? " diff-revealed" : ""}`}
      data-line={row.after ?? undefined}
      tabIndex={revealed ? -1 : undefined}
    >
      <td className="diff-number">{row.before}</td>
      <td className="diff-number">{row.after}</td>
      <td className="diff-sign">
        <span aria-hidden>{SIGNS[row.kind]}</span>
        <span className="visually-hidden">{WORDS[row.kind]}</span>
      </td>
      <td className="diff-text">
        {row.segments.map((segment, index) => (segment.changed ? <mark key={index}>{segment.text}</mark> : segment.text))}
        {row.segments.every((segment) => segment.text === "") && " "}
      </td>
    </tr>
  );
}

function MarkText({ mark }: { readonly mark: DiffMark }) {
  const { finding, gate } = mark;
  return (
    <div className="mark-text">
      <p>
        <strong>{gateName(gate)}</strong> {finding.message}
      </p>
      {finding.expected !== undefined && (
        <p>
          expected <code>{finding.expected}</code>
        </p>
      )}
      {finding.received !== undefined && (
        <p>
          received <code>{finding.received}</code>
        </p>
      )}
    </div>
  );
}
