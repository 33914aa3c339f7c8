/**
 * Monaco, as little of it as a read-only diff needs: no language services, no completion, one worker, nothing fetched
 * from elsewhere. Its theme is read from the page's own tokens, so that there is one place for colours.
 */
import "monaco-editor/features/diffEditor/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/toggleTabFocusMode/register";
import "monaco-editor/languages/definitions/css/register";
import "monaco-editor/languages/definitions/html/register";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/definitions/markdown/register";
import "monaco-editor/languages/definitions/shell/register";
import "monaco-editor/languages/definitions/typescript/register";
import "monaco-editor/languages/definitions/yaml/register";
import * as monaco from "monaco-editor/editor/editor.api";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

const LANGUAGES: readonly (readonly [ending: RegExp, language: string])[] = [
  [/\.[cm]?tsx?$/u, "typescript"],
  [/\.(?:[cm]?jsx?|json|jsonc|json5)$/u, "javascript"],
  [/\.css$/u, "css"],
  [/\.(?:html|vue|svelte)$/u, "html"],
  [/\.mdx?$/u, "markdown"],
  [/\.ya?ml$/u, "yaml"],
  [/\.sh$/u, "shell"],
];

export function languageOf(path: string): string {
  return LANGUAGES.find(([ending]) => ending.test(path))?.[1] ?? "plaintext";
}

/** Called again when the theme has changed: Monaco takes colours, not custom properties. */
export function applyPageTheme(): void {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return hexOf(getComputedStyle(probe).color);
  };
  const bare = (name: string) => colour(name).slice(1);
  const dark = luminanceOf(colour("surface")) < 0.5;
  monaco.editor.defineTheme("fixgate", {
    base: dark ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      { token: "", foreground: bare("ink") },
      { token: "keyword", foreground: bare("code-keyword") },
      { token: "string", foreground: bare("code-string") },
      { token: "regexp", foreground: bare("code-string") },
      { token: "number", foreground: bare("code-number") },
      { token: "comment", foreground: bare("code-comment") },
      { token: "type", foreground: bare("code-type") },
      { token: "delimiter", foreground: bare("ink-2") },
      { token: "tag", foreground: bare("code-type") },
      { token: "attribute.name", foreground: bare("code-number") },
    ],
    colors: {
      "editor.background": colour("surface"),
      "editor.foreground": colour("ink"),
      "editorLineNumber.foreground": colour("ink-3"),
      "editorLineNumber.activeForeground": colour("ink"),
      "editor.lineHighlightBackground": "#00000000",
      "editor.lineHighlightBorder": "#00000000",
      "editorGutter.background": colour("surface"),
      "diffEditor.insertedLineBackground": colour("added-line"),
      "diffEditor.removedLineBackground": colour("removed-line"),
      "diffEditor.insertedTextBackground": `${colour("added-word")}cc`,
      "diffEditor.removedTextBackground": `${colour("removed-word")}cc`,
      "diffEditorGutter.insertedLineBackground": "#00000000",
      "diffEditorGutter.removedLineBackground": "#00000000",
      "diffEditor.unchangedRegionBackground": colour("sunken"),
      "diffEditor.unchangedRegionForeground": colour("ink-3"),
      "diffEditor.unchangedCodeBackground": "#00000000",
      "diffEditor.unchangedRegionShadow": "#00000000",
      "diffEditor.border": colour("line"),
      "editorHoverWidget.background": colour("surface"),
      "editorHoverWidget.foreground": colour("ink"),
      "editorHoverWidget.border": colour("line"),
      "editorError.foreground": colour("fail"),
      "editorInfo.foreground": colour("accent"),
      "scrollbarSlider.background": `${colour("line-strong")}55`,
      "scrollbarSlider.hoverBackground": `${colour("line-strong")}88`,
      "scrollbarSlider.activeBackground": `${colour("line-strong")}aa`,
      focusBorder: colour("accent"),
    },
  });
  probe.remove();
  monaco.editor.setTheme("fixgate");
}

function hexOf(rgb: string): string {
  const channels = (rgb.match(/[\d.]+/gu) ?? []).slice(0, 3).map(Number);
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

function luminanceOf(hex: string): number {
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return 0.2126 * at(1) + 0.7152 * at(3) + 0.0722 * at(5);
}

export { monaco };
