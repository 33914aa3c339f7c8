/**
 * Reads a writing role's reply: `File: <path>` and a fence, with SEARCH/REPLACE blocks or the whole file in it,
 * `Delete: <path>`, `Rename: <from> -> <to>`, prose around. Tolerant of how models decorate (bold, backticks, headings,
 * language tags, longer fences, CRLF); where two readings are possible it refuses, because a wrong guess here would be
 * written into somebody's file and blamed on the model.
 */
import { err, ok, type Result } from "../result.ts";
import type { Edit, EditError, EditErrorKind, Replacement } from "./edits.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const SEARCH = /^<{5,9} ?SEARCH\s*$/;
const DIVIDER = /^={7}\s*$/;
const REPLACE = /^>{5,9} ?REPLACE\s*$/;
/** `File:` and its kin at the head of a line, behind a heading, a list mark, bold or backticks. */
const HEADER = /^\s*(?:#{1,6}\s+)?(?:[-*+]\s+|\d{1,3}[.)]\s+)?[*_`]{0,3}(File|Delete|Rename)[*_`]{0,3}\s*:(.*)$/i;
/** "// … rest of the code unchanged": written into a file it would delete the rest of it. `...rest` alone is code. */
const ELIDED =
  /^\s*(?:\/\/|#|\/\*|<!--|\{\/\*|--)\s*(?:\.{3}|…)\s*\(?(?:the )?(?:rest|existing|remaining|unchanged|other|same|previous|omitted)\b.*$/i;

interface Fence {
  readonly mark: string;
  readonly info: string;
}

interface Pending {
  readonly path: string;
  readonly line: number;
}

interface Body {
  readonly lines: readonly string[];
  readonly blocks: readonly Replacement[];
  /** Index of the line behind the closing fence. */
  readonly next: number;
}

/** Accepts CRLF and LF. An empty list is never a success. */
export function parseEdits(text: string): Result<readonly Edit[], EditError> {
  const lines = withoutThinking(text.replace(/\r\n/g, "\n")).split("\n");
  const edits: Edit[] = [];
  let pending = null as Pending | null;
  let lastEdited = null as { readonly path: string; readonly kind: "write" | "replace" } | null;
  let i = 0;

  while (i < lines.length) {
    const line = lines[i] ?? "";
    const header = HEADER.exec(line);
    if (header !== null) {
      if (pending !== null) return missingFence(pending);
      const keyword = (header[1] ?? "").toLowerCase();
      const rest = header[2] ?? "";
      lastEdited = null;
      if (keyword === "rename") {
        const rename = parseRename(rest, i + 1);
        if (!rename.ok) return rename;
        edits.push(rename.value);
      } else {
        const path = cleanPath(rest);
        if (path === "") return problem("empty-path", `\`${header[1] ?? ""}:\` names no path.`, { line: i + 1 });
        if (keyword === "file") pending = { path, line: i + 1 };
        else edits.push({ kind: "delete", path });
      }
      i += 1;
      continue;
    }

    if (SEARCH.test(line)) {
      const path: string | null = pending?.path ?? (lastEdited?.kind === "replace" ? lastEdited.path : null);
      if (path === null) return problem("no-path", "A SEARCH block has no `File: <path>` line before it.", { line: i + 1 });
      const block = readBlock(lines, i, path);
      if (!block.ok) return block;
      edits.push({ kind: "replace", path, blocks: [block.value.block] });
      lastEdited = { path, kind: "replace" };
      pending = null;
      i = block.value.next;
      continue;
    }

    const fence = openingFence(line);
    if (fence === null) {
      i += 1;
      continue;
    }
    const body = readFence(lines, i, fence);
    if (!body.ok) return body;
    const named = pathInInfo(fence.info);
    if (pending !== null && named !== null && named !== pending.path)
      return problem("two-paths", `The fence names ${named}, the line before it ${pending.path}.`, { line: i + 1 });
    const edited = body.value.blocks.length > 0;
    const explicit: string | null = pending?.path ?? named;
    const path: string | null =
      explicit ?? (edited ? (barePathBefore(lines, i) ?? (lastEdited?.kind === "replace" ? lastEdited.path : null)) : null);
    if (path === null) {
      if (edited) return problem("no-path", "A fence with SEARCH blocks has no `File: <path>` line before it.", { line: i + 1 });
      // The end of the file that was just written may have been a fence of its own content.
      if (lastEdited?.kind === "write" && /\.mdx?$|\.markdown$/i.test(lastEdited.path)) return nested(lastEdited.path, i + 1);
      i = body.value.next;
      continue;
    }
    const edit = editOf(path, body.value, fence, i);
    if (!edit.ok) return edit;
    edits.push(edit.value);
    lastEdited = { path, kind: edited ? "replace" : "write" };
    pending = null;
    i = body.value.next;
  }

  if (pending !== null) return missingFence(pending);
  if (edits.length === 0)
    return problem(
      "no-edits",
      "The reply changes no file: there is no `File: <path>` line followed by a fence, no `Delete:` and no `Rename:`.",
    );
  return withoutCollisions(edits);
}

function problem(
  kind: EditErrorKind,
  message: string,
  at: { readonly line?: number; readonly path?: string } = {},
): Result<never, EditError> {
  return err({ kind, message, ...at });
}

function missingFence(pending: Pending): Result<never, EditError> {
  return problem("missing-fence", `\`File: ${pending.path}\` is followed by no fence with its content.`, pending);
}

function nested(path: string, line: number): Result<never, EditError> {
  return problem(
    "nested-fence",
    `The content of ${path} holds fences of its own: fence it with more backticks than it uses itself.`,
    {
      line,
      path,
    },
  );
}

function withoutThinking(text: string): string {
  const thinking = /^\s*<think>[\s\S]*?<\/think>/.exec(text);
  // Line numbers of messages stay true.
  return thinking === null ? text : thinking[0].replace(/[^\n]/g, "") + text.slice(thinking[0].length);
}

function openingFence(line: string): Fence | null {
  const match = FENCE.exec(line);
  return match === null ? null : { mark: match[1] ?? "", info: (match[2] ?? "").trim() };
}

function closes(line: string, fence: Fence): boolean {
  const match = FENCE.exec(line);
  if (match === null || (match[2] ?? "").trim() !== "") return false;
  const mark = match[1] ?? "";
  return mark.startsWith(fence.mark.charAt(0)) && mark.length >= fence.mark.length;
}

function readFence(lines: readonly string[], at: number, fence: Fence): Result<Body, EditError> {
  const content: string[] = [];
  const blocks: Replacement[] = [];
  let i = at + 1;
  while (i < lines.length) {
    const line = lines[i] ?? "";
    if (closes(line, fence)) return ok({ lines: content, blocks, next: i + 1 });
    if (SEARCH.test(line)) {
      const block = readBlock(lines, i, null);
      if (!block.ok) return block;
      blocks.push(block.value.block);
      i = block.value.next;
      continue;
    }
    content.push(line);
    i += 1;
  }
  return problem("unclosed-fence", `The fence opened on line ${String(at + 1)} of the reply is never closed.`, { line: at + 1 });
}

/** Inside a block a fence is content, so a block is read to its own end. */
function readBlock(
  lines: readonly string[],
  at: number,
  path: string | null,
): Result<{ readonly block: Replacement; readonly next: number }, EditError> {
  const where = path === null ? {} : { path };
  const search: string[] = [];
  const replace: string[] = [];
  let part = search;
  for (let i = at + 1; i < lines.length; i += 1) {
    const line = lines[i] ?? "";
    if (SEARCH.test(line)) return problem("bad-block", "A SEARCH block begins inside another one.", { line: i + 1, ...where });
    if (DIVIDER.test(line)) {
      if (part === replace)
        return problem("bad-block", "A SEARCH block has two lines of `=======`: which of them divides it can't be told.", {
          line: i + 1,
          ...where,
        });
      part = replace;
    } else if (REPLACE.test(line)) {
      if (part === search)
        return problem("bad-block", "A SEARCH block ends without a line of `=======`.", { line: i + 1, ...where });
      if (search.join("").trim() === "")
        return problem(
          "empty-search",
          "A SEARCH block searches for nothing. To create a file, write its whole content in the fence.",
          {
            line: at + 1,
            ...where,
          },
        );
      return ok({ block: { search: search.join("\n"), replace: replace.join("\n") }, next: i + 1 });
    } else part.push(line);
  }
  return problem("unclosed-block", `The SEARCH block on line ${String(at + 1)} of the reply has no \`>>>>>>> REPLACE\`.`, {
    line: at + 1,
    ...where,
  });
}

function editOf(path: string, body: Body, fence: Fence, at: number): Result<Edit, EditError> {
  const place = { line: at + 1, path };
  const said = body.lines.some((line) => line.trim() !== "");
  if (body.blocks.length > 0) {
    if (said)
      return problem(
        "mixed-fence",
        `The fence for ${path} holds SEARCH blocks and other text: whole file or edit can't be told.`,
        place,
      );
    if (body.blocks.some((block) => block.replace.split("\n").some((line) => ELIDED.test(line) && !block.search.includes(line))))
      return elided(path, at + 1);
    return ok({ kind: "replace", path, blocks: body.blocks });
  }
  if (!said) return problem("empty-file", `The fence for ${path} is empty. To delete the file, say \`Delete: ${path}\`.`, place);
  if (body.lines.some((line) => ELIDED.test(line))) return elided(path, at + 1);
  // "```js" cannot close a fence, so its own closing line has closed ours.
  const inner = body.lines.findIndex((line) => {
    const opened = openingFence(line);
    return opened !== null && opened.mark.startsWith(fence.mark.charAt(0)) && opened.mark.length >= fence.mark.length;
  });
  if (inner >= 0) return nested(path, at + 2 + inner);
  return ok({ kind: "write", path, text: `${body.lines.join("\n")}\n` });
}

function elided(path: string, line: number): Result<never, EditError> {
  return problem("elided", `The content for ${path} leaves code out ("… rest unchanged"). Write all of it, or use SEARCH blocks.`, {
    line,
    path,
  });
}

/** "**`src/a.ts`** (new file)" → "src/a.ts". Case and inner spaces are the path's own. */
function cleanPath(raw: string): string {
  let path = raw.trim().replace(/\s+\((?:new|new file|modified|updated|edited|changed|unchanged)\)$/i, "");
  const quoted = /^[*_]{0,3}`([^`]*)`[*_]{0,3}:?$/.exec(path);
  if (quoted !== null) return (quoted[1] ?? "").trim();
  for (;;) {
    const before = path;
    path = path.trim();
    // The mark may stand on one side only: "**File: src/a.ts**", "**File:** src/a.ts".
    path = path.replace(/^\*{1,3}\s*|^`/, "").replace(/\s*\*{1,3}$|`$/, "");
    path = path.replace(/^(["'])(.*)\1$/, "$2").replace(/:$/, "");
    if (path === before) return path;
  }
}

function parseRename(rest: string, line: number): Result<Edit, EditError> {
  const sides = rest.split(/\s(?:->|→|=>)\s/);
  const [from = "", to = ""] = sides.map(cleanPath);
  if (sides.length !== 2) return problem("bad-rename", "A rename reads `Rename: <from> -> <to>`.", { line });
  if (from === "" || to === "") return problem("empty-path", "A rename names an empty path.", { line });
  if (from === to) return problem("bad-rename", `\`Rename:\` gives ${from} the name it has.`, { line, path: from });
  return ok({ kind: "rename", from, to });
}

/** ts:src/a.ts · ts src/a.ts · src/a.ts · ts title="src/a.ts". A bare language has neither `/` nor `.`. */
function pathInInfo(info: string): string | null {
  const attribute = /(?:^|\s)(?:file|filename|path|title)=(?:"([^"]+)"|'([^']+)'|(\S+))/i.exec(info);
  if (attribute !== null) return attribute[1] ?? attribute[2] ?? attribute[3] ?? null;
  const colon = /^[A-Za-z0-9+#-]+:(\S+)$/.exec(info);
  if (colon !== null) return colon[1] ?? null;
  const words = info.split(/\s+/);
  const last = words.length <= 2 ? (words.at(-1) ?? "") : "";
  return /^[^{}="'`]*(?:\/|\.[A-Za-z0-9]+$)[^{}="'`]*$/.test(last) && last !== "" ? last : null;
}

/** A line that is nothing but a path, directly above; only asked for SEARCH blocks, which can't hit a wrong file silently. */
function barePathBefore(lines: readonly string[], at: number): string | null {
  const above = cleanPath(lines[at - 1] ?? "");
  return /^[^\s`*]+$/.test(above) && /[/.]/.test(above) && /\w$/.test(above) ? above : null;
}

/** Several fences with blocks for one file are one edit; anything else said twice about a path is ambiguous. */
function withoutCollisions(edits: readonly Edit[]): Result<readonly Edit[], EditError> {
  const merged: Edit[] = [];
  const final = new Map<string, Edit["kind"]>();
  for (const edit of edits) {
    for (const path of edit.kind === "rename" ? [edit.from, edit.to] : [edit.path]) {
      const earlier = final.get(path);
      const fits =
        earlier === undefined ||
        (earlier === "replace" && edit.kind === "replace") ||
        (earlier === "replace" && edit.kind === "rename" && path === edit.from) ||
        (earlier === "rename" &&
          (edit.kind === "replace" || edit.kind === "write") &&
          merged.some((m) => m.kind === "rename" && m.to === path));
      if (!fits) return problem("same-path-twice", `The reply changes ${path} in two ways.`, { path });
      final.set(path, edit.kind);
    }
    const at = edit.kind === "replace" ? merged.findIndex((m) => m.kind === "replace" && m.path === edit.path) : -1;
    const earlier = merged[at];
    if (edit.kind === "replace" && earlier?.kind === "replace")
      merged[at] = { ...earlier, blocks: [...earlier.blocks, ...edit.blocks] };
    else merged.push(edit);
  }
  return ok(merged);
}
