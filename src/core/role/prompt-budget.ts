/** How many tokens each part of a prompt may take, so that a small context is never cut where it hurts: in the answer. */
export interface PromptBudget {
  readonly ticket: number;
  readonly code: number;
  readonly feedback: number;
  readonly answer: number;
}

const AT_4096 = { system: 400, ticket: 350, code: 1600, feedback: 400, answer: 1000 } as const;

export function budgetFor(contextTokens: number): PromptBudget {
  if (contextTokens <= 4096) {
    const scale = contextTokens / 4096;
    const part = (tokens: number) => Math.max(16, Math.floor(tokens * scale));
    return {
      ticket: part(AT_4096.ticket),
      code: part(AT_4096.code),
      feedback: part(AT_4096.feedback),
      answer: part(AT_4096.answer),
    };
  }
  const answer = Math.min(4096, Math.floor(contextTokens / 4));
  const ticket = Math.min(1500, Math.floor(contextTokens / 10));
  const feedback = Math.min(1200, Math.floor(contextTokens / 10));
  const code = Math.min(16_000, contextTokens - answer - ticket - feedback - AT_4096.system - 350);
  return { ticket, code, feedback, answer };
}

/** An estimate on the high side, in tokens: code runs at three to four characters a token, other scripts at one. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) wide += 1;
  return Math.ceil((text.length - wide) / 3.2 + wide);
}

/** The beginning and the end of a text where it is too long, with what is missing said in between. */
export function clip(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (estimateTokens(clipTo(text, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return clipTo(text, low);
}

function clipTo(text: string, length: number): string {
  const head = Math.ceil(length * 0.7);
  return `${text.slice(0, head)}\n[${String(text.length - length)} characters left out]\n${length - head > 0 ? text.slice(head - length) : ""}`;
}

/**
 * Lines of a file that fit, whole and unnumbered so that they can be searched for, windows grown around the lines in
 * focus (1-based; none: the head of the file).
 */
export function excerpt(text: string, tokens: number, focus: readonly number[]): string {
  if (estimateTokens(text) <= tokens) return text;
  const lines = text.split("\n");
  const shown = new Set<number>();
  let spent = 24;
  const take = (index: number): boolean => {
    const line = lines[index];
    if (line === undefined || shown.has(index)) return true;
    const cost = estimateTokens(`${line}\n`);
    if (spent + cost > tokens) return false;
    spent += cost;
    shown.add(index);
    return true;
  };
  const centres = focus.filter((line) => line >= 1 && line <= lines.length).map((line) => line - 1);
  if (centres.length === 0) centres.push(0);
  grow: for (let reach = 0; reach < lines.length; reach += 1)
    for (const centre of centres) if (!take(centre + reach) || !take(centre - reach)) break grow;
  const parts: string[] = [];
  let hidden = 0;
  for (const [index, line] of lines.entries()) {
    if (!shown.has(index)) {
      hidden += 1;
      continue;
    }
    if (hidden > 0) parts.push(`[${String(hidden)} lines not shown]`);
    hidden = 0;
    parts.push(line);
  }
  if (hidden > 0) parts.push(`[${String(hidden)} lines not shown]`);
  return parts.join("\n");
}
