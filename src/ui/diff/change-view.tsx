/** The change of an attempt: every file that a role changed, who changed it, and the findings on its lines. */
import { ChevronDown, ChevronRight } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { FileDiff } from "../../app/fixgate.ts";
import { Choice } from "../parts/field.tsx";
import { useMediaQuery } from "../parts/hooks.ts";
import { Message } from "../parts/text.tsx";
import { countOf } from "../parts/words.ts";
import type { DiffMark, Reveal } from "./mark.ts";
import type { MonacoDiffProps } from "./monaco-diff.tsx";
import { PlainDiff } from "./plain-diff.tsx";
import "./diff.css";

/** More editors than this at once would cost more than they show: the rest is opened by a click. */
const OPEN_AT_FIRST = 6;

type View = "editor" | "split" | "plain";

const MonacoDiff = lazy(() =>
  import("./monaco-diff.tsx").then(
    (module) => ({ default: module.MonacoDiff }),
    () => ({ default: EditorMissing }),
  ),
);

function EditorMissing({ file, marks, reveal }: MonacoDiffProps) {
  return (
    <>
      <Message tone="warning">The editor could not be loaded. This is the plain view.</Message>
      <PlainDiff file={file} marks={marks} reveal={reveal} />
    </>
  );
}

export function ChangeView({
  files,
  marks,
  reveal,
}: {
  readonly files: readonly FileDiff[];
  readonly marks: readonly DiffMark[];
  readonly reveal: Reveal | null;
}) {
  const wide = useMediaQuery("(min-width: 1000px)");
  const [chosen, setChosen] = useState<View | null>(null);
  const view = chosen ?? (wide ? "editor" : "plain");
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  return (
    <div className="change" data-testid="change" data-view={view}>
      <div className="change-bar">
        <h2 className="visually-hidden">Change</h2>
        <p className="grow soft">
          {countOf(files.length, "file")} <Counts added={added} removed={removed} />
        </p>
        <Choice
          label="View"
          hideLabel
          value={view}
          options={[
            { value: "editor", label: "inline" },
            ...(wide ? [{ value: "split" as const, label: "side by side" }] : []),
            { value: "plain", label: "plain" },
          ]}
          onChange={setChosen}
        />
      </div>
      {files.map((file, index) => (
        <FileSection
          key={`${file.role} ${file.path}`}
          file={file}
          view={view}
          openAtFirst={index < OPEN_AT_FIRST}
          marks={marks.filter((mark) => mark.path === file.path)}
          reveal={reveal?.path === file.path ? reveal : null}
        />
      ))}
    </div>
  );
}

function FileSection({
  file,
  view,
  openAtFirst,
  marks,
  reveal,
}: {
  readonly file: FileDiff;
  readonly view: View;
  readonly openAtFirst: boolean;
  readonly marks: readonly DiffMark[];
  readonly reveal: Reveal | null;
}) {
  const [chosen, setChosen] = useState<{ readonly open: boolean; readonly at: number } | null>(null);
  // A place that is asked for opens its file, also one that was closed before.
  const asked = reveal?.at ?? 0;
  const open = chosen !== null && chosen.at >= asked ? chosen.open : openAtFirst || reveal !== null;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (reveal !== null) section.current?.scrollIntoView({ block: "start" });
  }, [reveal]);
  const errors = marks.filter((mark) => mark.finding.severity === "error").length;
  return (
    <section className="file" ref={section} aria-label={file.path} data-testid={`file-${file.path}`}>
      <h3 className="file-head">
        <button
          type="button"
          className="file-toggle"
          aria-expanded={open}
          onClick={() => {
            setChosen({ open: !open, at: asked });
          }}
        >
          {open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          <span className="mono file-path">{file.path}</span>
          {errors > 0 && <span className="tone-fail small">{countOf(errors, "finding")}</span>}
          <span className="file-facts">
            <span className="quiet">
              {file.before === null && file.after !== null ? "new" : file.after === null && file.before !== null ? "deleted" : ""}
            </span>
            <span className="soft">{file.role}</span>
            <Counts added={file.added} removed={file.removed} />
          </span>
        </button>
      </h3>
      {open &&
        (file.before === null && file.after === null ? (
          <p className="file-note soft">Not text: its bytes are in the patch.</p>
        ) : view === "plain" ? (
          <PlainDiff file={file} marks={marks} reveal={reveal} />
        ) : (
          <Suspense fallback={<p className="file-note soft">Loading the editor</p>}>
            <MonacoDiff file={file} marks={marks} reveal={reveal} sideBySide={view === "split"} />
          </Suspense>
        ))}
    </section>
  );
}

export function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="counts mono">
      {added > 0 && (
        <span className="tone-pass">
          <span aria-hidden>+{added}</span>
          <span className="visually-hidden">{added} added</span>
        </span>
      )}
      {removed > 0 && (
        <span className="tone-fail">
          <span aria-hidden>−{removed}</span>
          <span className="visually-hidden">{removed} removed</span>
        </span>
      )}
    </span>
  );
}
