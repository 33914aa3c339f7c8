/** Small pieces of text that recur: object ids, places, prose of a ticket, messages with advice, things folded away. */
import { ChevronRight, Copy, Info, TriangleAlert } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useState, type ReactNode } from "react";
import { classes, Hint } from "./button.tsx";
import { shortDigest, shortOid } from "./words.ts";

/** Shortened, whole in its title, copied by a click. */
export function CopyText({ text, kind }: { readonly text: string; readonly kind: "oid" | "digest" | "plain" }) {
  const [copied, setCopied] = useState(false);
  const shown = kind === "oid" ? shortOid(text) : kind === "digest" ? shortDigest(text) : text;
  const copy = () => {
    void navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => {
          setCopied(false);
        }, 1500);
      },
      () => undefined,
    );
  };
  return (
    <Hint text={copied ? "copied" : text}>
      <button type="button" className="copy-text mono" onClick={copy} aria-label={`Copy ${text}`}>
        {shown}
        <Copy size={12} strokeWidth={1.75} aria-hidden />
      </button>
    </Hint>
  );
}

/** A file and line; a button where it leads somewhere. */
export function Place({
  path,
  line,
  onOpen,
}: {
  readonly path: string;
  readonly line?: number | undefined;
  readonly onOpen?: (() => void) | undefined;
}) {
  const text = line === undefined ? path : `${path}:${line.toString()}`;
  return onOpen === undefined ? (
    <code className="place">{text}</code>
  ) : (
    <button type="button" className="place link mono" onClick={onOpen}>
      {text}
    </button>
  );
}

/**
 * A ticket's words. They are data: no links, no images, no markup but paragraphs, lists as they stand, fenced and inline
 * code.
 */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div className="prose">
      {blocksOf(text).map((block, index) =>
        block.kind === "code" ? <pre key={index}>{block.text}</pre> : <p key={index}>{inlineCode(block.text)}</p>,
      )}
    </div>
  );
}

function blocksOf(text: string): readonly { readonly kind: "code" | "text"; readonly text: string }[] {
  const blocks: { kind: "code" | "text"; text: string }[] = [];
  let code: string[] | null = null;
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ kind: "text", text: paragraph.join("\n") });
    paragraph = [];
  };
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    if (/^\s*(?:```|~~~)/u.test(line)) {
      if (code === null) {
        flush();
        code = [];
      } else {
        blocks.push({ kind: "code", text: code.join("\n") });
        code = null;
      }
    } else if (code !== null) code.push(line);
    else if (line.trim() === "") flush();
    else paragraph.push(line);
  }
  flush();
  if (code !== null) blocks.push({ kind: "code", text: code.join("\n") });
  return blocks;
}

function inlineCode(text: string): readonly ReactNode[] {
  return text.split(/(`[^`\n]+`)/u).map((part, index) => (index % 2 === 1 ? <code key={index}>{part.slice(1, -1)}</code> : part));
}

/** What happened, then what to do. */
export function Message({
  tone,
  title,
  children,
  advice,
  alert = false,
  testId,
  action,
}: {
  readonly tone: "error" | "warning" | "info";
  readonly title?: string;
  readonly children: ReactNode;
  readonly advice?: string;
  readonly alert?: boolean;
  readonly testId?: string;
  readonly action?: ReactNode;
}) {
  const Icon = tone === "info" ? Info : TriangleAlert;
  return (
    <div className={`message message-${tone}`} role={alert ? "alert" : undefined} data-testid={testId}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <div className="grow">
        {title !== undefined && <strong>{title}</strong>}
        <p>{children}</p>
        {advice !== undefined && advice !== "" && <p className="message-advice">{advice}</p>}
      </div>
      {action}
    </div>
  );
}

export function Disclosure({
  summary,
  children,
  open: initially = false,
  className,
}: {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly className?: string;
}) {
  const [open, setOpen] = useState(initially);
  return (
    <Collapsible.Root open={open} onOpenChange={setOpen} className={classes("disclosure", className)}>
      <Collapsible.Trigger className="disclosure-trigger">
        <ChevronRight size={14} strokeWidth={2} aria-hidden className="disclosure-chevron" />
        {summary}
      </Collapsible.Trigger>
      <Collapsible.Content className="disclosure-body">{children}</Collapsible.Content>
    </Collapsible.Root>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="soft">{children}</div>}
    </div>
  );
}
