/** One file's change in Monaco's diff editor, read-only, as tall as its content. Findings are markers, and are written out below their lines. */
import { useEffect, useRef } from "react";
import type { FileDiff } from "../../app/fixgate.ts";
import { useAppState } from "../fixgate-context.tsx";
import { useMediaQuery } from "../parts/hooks.ts";
import { gateName } from "../parts/words.ts";
import type { DiffMark, Reveal } from "./mark.ts";
import { applyPageTheme, languageOf, monaco } from "./monaco.ts";

const LINE_HEIGHT = 20;
const MAX_HEIGHT = 640;
let models = 0;

export interface MonacoDiffProps {
  readonly file: FileDiff;
  readonly marks: readonly DiffMark[];
  readonly reveal: Reveal | null;
  readonly sideBySide: boolean;
}

export function MonacoDiff({ file, marks, reveal, sideBySide }: MonacoDiffProps) {
  const { path, before, after } = file;
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.ICodeEditor | null>(null);
  const theme = useAppState((state) => state.settings.theme);
  const systemDark = useMediaQuery("(prefers-color-scheme: dark)");

  useEffect(() => {
    // The shell's own effect has set the page's theme by now or does so in this turn.
    const turn = requestAnimationFrame(applyPageTheme);
    return () => {
      cancelAnimationFrame(turn);
    };
  }, [theme, systemDark]);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const shown =
      before === null && after !== null
        ? showNew(element, path, after)
        : showDiff(element, { path, before: before ?? "", after: after ?? "", sideBySide });
    editor.current = shown.modified;
    const fit = () => {
      element.style.height = `${Math.min(MAX_HEIGHT, Math.max(LINE_HEIGHT * 2, shown.height())).toString()}px`;
    };
    // Before the first comparison the whole file would stand there, to fold up under the reader's eyes.
    const show = () => {
      fit();
      element.dataset["ready"] = "true";
    };
    const patience = setTimeout(show, 4000);
    shown.onSize(fit);
    shown.onReady(() => {
      clearTimeout(patience);
      show();
    });
    return () => {
      editor.current = null;
      clearTimeout(patience);
      delete element.dataset["ready"];
      shown.dispose();
    };
  }, [path, before, after, sideBySide]);

  const marksKey = JSON.stringify(marks);
  useEffect(() => {
    const modified = editor.current;
    const model = modified?.getModel() ?? null;
    if (modified === null || model === null) return;
    const lineCount = model.getLineCount();
    const placed = marks.filter((mark) => mark.line <= lineCount);
    monaco.editor.setModelMarkers(
      model,
      "fixgate",
      placed.map((mark) => ({
        severity: mark.finding.severity === "error" ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Info,
        startLineNumber: mark.line,
        startColumn: Math.max(1, model.getLineFirstNonWhitespaceColumn(mark.line)),
        endLineNumber: mark.line,
        endColumn: model.getLineMaxColumn(mark.line),
        message: textOf(mark),
        source: mark.gate,
        code: mark.finding.rule,
      })),
    );
    const zones: string[] = [];
    modified.changeViewZones((accessor) => {
      for (const mark of placed) {
        const node = zoneOf(mark);
        const width = Math.max(240, modified.getLayoutInfo().contentWidth - 24);
        zones.push(accessor.addZone({ afterLineNumber: mark.line, heightInPx: measure(node, width), domNode: node }));
      }
    });
    return () => {
      // The editor may be gone already: its own effect cleans up first when the file changes.
      if (editor.current !== modified) return;
      modified.changeViewZones((accessor) => {
        for (const zone of zones) accessor.removeZone(zone);
      });
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- compared by content, and set anew on a new editor
  }, [marksKey, path, before, after, sideBySide]);

  useEffect(() => {
    const modified = editor.current;
    if (reveal === null || modified === null) return;
    const show = () => {
      modified.setPosition({ lineNumber: reveal.line, column: 1 });
      modified.revealLineInCenter(reveal.line);
      modified.focus();
    };
    show();
    const flash = modified.createDecorationsCollection([
      { range: new monaco.Range(reveal.line, 1, reveal.line, 1), options: { isWholeLine: true, className: "diff-revealed-line" } },
    ]);
    return () => {
      flash.clear();
    };
  }, [reveal, path, before, after, sideBySide]);

  return <div className="monaco-diff" ref={frame} data-testid={`monaco-${path}`} />;
}

interface Shown {
  /** The editor that holds the file as the change leaves it. */
  readonly modified: monaco.editor.ICodeEditor;
  /** Pixels. */
  height(): number;
  onSize(then: () => void): void;
  onReady(then: () => void): void;
  dispose(): void;
}

function modelOf(side: "before" | "after", path: string, text: string): monaco.editor.ITextModel {
  const uri = monaco.Uri.from({ scheme: "fixgate", path: `/${(++models).toString()}/${side}/${path}` });
  const model = monaco.editor.createModel(text, languageOf(path), uri);
  // Colours of brackets are an option of the model.
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  return model;
}

const options = () =>
  ({
    readOnly: true,
    automaticLayout: true,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    scrollbar: { alwaysConsumeMouseWheel: false, useShadows: false, verticalScrollbarSize: 8, horizontalScrollbarSize: 8 },
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue("--mono"),
    fontSize: 12,
    lineHeight: LINE_HEIGHT,
    lineNumbersMinChars: 4,
    lineDecorationsWidth: 12,
    folding: false,
    glyphMargin: false,
    wordWrap: "on",
    renderLineHighlight: "none",
    selectionHighlight: false,
    occurrencesHighlight: "off",
    matchBrackets: "never",
    guides: { indentation: false },
    contextmenu: false,
    fixedOverflowWidgets: true,
    padding: { top: 0, bottom: 0 },
    stickyScroll: { enabled: false },
  }) as const satisfies monaco.editor.IEditorOptions & monaco.editor.IGlobalEditorOptions;

/** Beside nothing, Monaco would show an empty line taken away. */
function showNew(element: HTMLElement, path: string, text: string): Shown {
  // What ends with a newline has no line after it.
  const model = modelOf("after", path, text.replace(/\r?\n$/, ""));
  const modified = monaco.editor.create(element, { ...options(), model, ariaLabel: `${path}, new` });
  modified.createDecorationsCollection([
    {
      range: model.getFullModelRange(),
      options: {
        isWholeLine: true,
        className: "line-insert",
        marginClassName: "gutter-insert",
        linesDecorationsClassName: "insert-sign codicon codicon-diff-insert",
      },
    },
  ]);
  return {
    modified,
    height: () => modified.getContentHeight(),
    onSize: (then) => modified.onDidContentSizeChange(then),
    onReady: (then) => {
      then();
    },
    dispose: () => {
      modified.dispose();
      model.dispose();
    },
  };
}

interface Sides {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly sideBySide: boolean;
}

function showDiff(element: HTMLElement, { path, before, after, sideBySide }: Sides): Shown {
  const original = modelOf("before", path, before);
  const modified = modelOf("after", path, after);
  const diff = monaco.editor.createDiffEditor(element, {
    ...options(),
    originalEditable: false,
    renderSideBySide: sideBySide,
    useInlineViewWhenSpaceIsLimited: false,
    hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 3, revealLineCount: 20 },
    renderOverviewRuler: false,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    renderIndicators: true,
    diffWordWrap: "on",
    ariaLabel: `${path}, change`,
    originalAriaLabel: `${path}, before`,
    modifiedAriaLabel: `${path}, after`,
  });
  // Made here and not by setModel, which would keep it, and a comparison under way with it, for ever.
  const compared = diff.createViewModel({ original, modified });
  diff.setModel(compared);
  const [left, right] = [diff.getOriginalEditor(), diff.getModifiedEditor()];
  return {
    modified: right,
    height: () => Math.max(right.getContentHeight(), sideBySide ? left.getContentHeight() : 0),
    onSize: (then) => {
      left.onDidContentSizeChange(then);
      right.onDidContentSizeChange(then);
    },
    onReady: (then) => diff.onDidUpdateDiff(then),
    dispose: () => {
      diff.dispose();
      compared.dispose();
      original.dispose();
      modified.dispose();
    },
  };
}

function textOf(mark: DiffMark): string {
  const { finding, gate } = mark;
  return [
    `${gateName(gate)}: ${finding.message}`,
    finding.expected === undefined ? null : `expected ${finding.expected}`,
    finding.received === undefined ? null : `received ${finding.received}`,
  ]
    .filter((part) => part !== null)
    .join("\n");
}

function zoneOf(mark: DiffMark): HTMLElement {
  const { finding, gate } = mark;
  const node = document.createElement("div");
  node.className = `zone diff-mark-${finding.severity}`;
  const line = (...parts: readonly (string | HTMLElement)[]) => {
    const paragraph = document.createElement("p");
    paragraph.append(...parts);
    node.append(paragraph);
  };
  const element = (tag: string, text: string) => {
    const child = document.createElement(tag);
    child.textContent = text;
    return child;
  };
  line(element("strong", gateName(gate)), ` ${finding.message}`);
  if (finding.expected !== undefined) line("expected ", element("code", finding.expected));
  if (finding.received !== undefined) line("received ", element("code", finding.received));
  return node;
}

function measure(node: HTMLElement, width: number): number {
  const frame = document.createElement("div");
  frame.style.cssText = `position:absolute;visibility:hidden;width:${width.toString()}px`;
  frame.append(node);
  document.body.append(frame);
  const height = node.offsetHeight;
  frame.remove();
  return height;
}
