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
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneDiffEditor | null>(null);
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
    const number = ++models;
    const model = (side: string, text: string | null) =>
      monaco.editor.createModel(
        text ?? "",
        languageOf(file.path),
        monaco.Uri.from({ scheme: "fixgate", path: `/${number.toString()}/${side}/${file.path}` }),
      );
    const original = model("before", file.before);
    const modified = model("after", file.after);
    const diff = monaco.editor.createDiffEditor(element, {
      readOnly: true,
      originalEditable: false,
      automaticLayout: true,
      renderSideBySide: sideBySide,
      useInlineViewWhenSpaceIsLimited: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 3, revealLineCount: 20 },
      renderOverviewRuler: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      renderIndicators: true,
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
      diffWordWrap: "on",
      renderLineHighlight: "none",
      selectionHighlight: false,
      occurrencesHighlight: "off",
      matchBrackets: "never",
      guides: { indentation: false },
      contextmenu: false,
      fixedOverflowWidgets: true,
      padding: { top: 0, bottom: 0 },
      ariaLabel: `${file.path}, change`,
      originalAriaLabel: `${file.path}, before`,
      modifiedAriaLabel: `${file.path}, after`,
      stickyScroll: { enabled: false },
    });
    // Colours of brackets are an option of the model.
    for (const one of [original, modified])
      one.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
    // Made here and not by setModel, which would keep it, and a comparison under way with it, for ever.
    const compared = diff.createViewModel({ original, modified });
    diff.setModel(compared);
    editor.current = diff;
    const fit = () => {
      const height = Math.max(
        diff.getModifiedEditor().getContentHeight(),
        sideBySide ? diff.getOriginalEditor().getContentHeight() : 0,
      );
      element.style.height = `${Math.min(MAX_HEIGHT, Math.max(LINE_HEIGHT * 2, height)).toString()}px`;
    };
    // Before the first comparison the whole file would stand there, to fold up under the reader's eyes.
    const show = () => {
      fit();
      element.dataset["ready"] = "true";
    };
    const patience = setTimeout(show, 4000);
    const listeners = [
      diff.getModifiedEditor().onDidContentSizeChange(fit),
      diff.getOriginalEditor().onDidContentSizeChange(fit),
      diff.onDidUpdateDiff(() => {
        clearTimeout(patience);
        show();
      }),
    ];
    return () => {
      editor.current = null;
      clearTimeout(patience);
      delete element.dataset["ready"];
      for (const listener of listeners) listener.dispose();
      diff.dispose();
      compared.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [file.path, file.before, file.after, sideBySide]);

  const marksKey = JSON.stringify(marks);
  useEffect(() => {
    const diff = editor.current;
    const model = diff?.getModel()?.modified;
    if (diff === null || model === undefined) return;
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
    const modified = diff.getModifiedEditor();
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
      if (editor.current !== diff) return;
      modified.changeViewZones((accessor) => {
        for (const zone of zones) accessor.removeZone(zone);
      });
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- compared by content, and set anew on a new editor
  }, [marksKey, file.path, file.before, file.after, sideBySide]);

  useEffect(() => {
    const diff = editor.current;
    if (reveal === null || diff === null) return;
    const modified = diff.getModifiedEditor();
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
  }, [reveal, file.path, file.before, file.after, sideBySide]);

  return <div className="monaco-diff" ref={frame} data-testid={`monaco-${file.path}`} />;
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
