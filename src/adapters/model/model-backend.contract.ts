/**
 * What every ModelBackend keeps, whatever is behind it. Rules are plain functions that throw, so the same list runs in
 * Node under the test runner and, bundled, inside a page for backends that exist only there.
 */
import type { GenerateRequest, Generation, ModelBackend } from "../../app/ports/index.ts";
import type { TicketId } from "../../core/ticket/index.ts";

export interface ContractSubject {
  readonly backend: ModelBackend;
  /** A request that is answered with at least four pieces, slowly enough to be cancelled in between. */
  readonly request: GenerateRequest;
  /** False: its replies are finite by nature, so maxTokens does not cut them. */
  readonly cuts: boolean;
}

export interface ContractRule {
  readonly id: string;
  readonly title: string;
  readonly check: (subject: ContractSubject) => Promise<void>;
}

export const aRequest = (over: Partial<GenerateRequest> = {}): GenerateRequest => ({
  purpose: { ticket: "T-1" as TicketId, role: "fixer", attempt: 1, retry: 0 },
  messages: [
    { role: "system", content: "You write." },
    { role: "user", content: "Write." },
  ],
  maxTokens: 48,
  temperature: 0.2,
  seed: 7,
  stop: [],
  ...over,
});

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

const never = () => new AbortController().signal;

async function load(backend: ModelBackend): Promise<void> {
  const loaded = await backend.load({ signal: never(), onProgress: () => undefined });
  must(loaded.ok, `load: ${loaded.ok ? "" : JSON.stringify(loaded.error)}`);
}

async function generated({ backend, request }: ContractSubject, over: Partial<GenerateRequest> = {}): Promise<Generation> {
  const result = await backend.generate({ ...request, ...over }, { signal: never() });
  must(result.ok, `generate: ${result.ok ? "" : JSON.stringify(result.error)}`);
  return result.value;
}

export const MODEL_BACKEND_RULES: readonly ContractRule[] = [
  {
    id: "MB1",
    title: "identity and capabilities are plain data, and the context holds an answer",
    async check({ backend }) {
      await load(backend);
      must(structuredClone(backend.identity).model !== "", "the model has a name");
      must(structuredClone(backend.capabilities).contextTokens >= 512, "a context of at least 512 tokens");
    },
  },
  {
    id: "MB2",
    title: "probe says in words whether it can be used",
    async check({ backend }) {
      const probe = await backend.probe();
      must(probe.usable, `usable: ${probe.reason}`);
      must(probe.reason.length > 3, "a reason");
    },
  },
  {
    id: "MB3",
    title: "load reports phases and fractions, ends at the end of one, and can be called again",
    async check({ backend }) {
      const seen: number[] = [];
      const loaded = await backend.load({
        signal: never(),
        onProgress({ phase, fraction, text }) {
          must(["fetch", "load", "compile"].includes(phase), `phase ${phase}`);
          must(fraction >= 0 && fraction <= 1, `fraction ${String(fraction)}`);
          must(text !== "", "a text");
          seen.push(fraction);
        },
      });
      must(loaded.ok, "loaded");
      must(seen.at(-1) === 1, `ends at 1, saw ${seen.join(" ")}`);
      await load(backend);
    },
  },
  {
    id: "MB4",
    title: "a load that was cancelled says so, and the next one works",
    async check({ backend }) {
      await backend.unload();
      const loaded = await backend.load({ signal: AbortSignal.abort(), onProgress: () => undefined });
      must(!loaded.ok && loaded.error.kind === "cancelled", "cancelled");
      await load(backend);
    },
  },
  {
    id: "MB5",
    title: "text grows while it is generated, and ends as the result",
    async check({ backend, request }) {
      await load(backend);
      const texts: string[] = [];
      const counts: number[] = [];
      const result = await backend.generate(request, {
        signal: never(),
        onText(text, tokens) {
          texts.push(text);
          counts.push(tokens);
        },
      });
      must(result.ok, `generated: ${result.ok ? "" : JSON.stringify(result.error)}`);
      must(texts.length >= 2, `several turns, saw ${String(texts.length)}`);
      must(
        texts.every((text, i) => text.startsWith(texts[i - 1] ?? "")),
        "each text begins with the one before",
      );
      must(
        counts.every((count, i) => count >= (counts[i - 1] ?? 0)),
        "token counts never fall",
      );
      must(texts.at(-1) === result.value.text, "the last text is the result");
      must(result.value.tokens > 0 && result.value.ms >= 0, "tokens and milliseconds");
      must(Number.isFinite(result.value.ms), "milliseconds are a number");
    },
  },
  {
    id: "MB6",
    title: "cancelled before it began: nothing is generated",
    async check({ backend, request }) {
      await load(backend);
      let heard = 0;
      const result = await backend.generate(request, { signal: AbortSignal.abort(), onText: () => (heard += 1) });
      must(!result.ok && result.error.kind === "cancelled", "cancelled");
      must(heard === 0, "no text");
    },
  },
  {
    id: "MB7",
    title: "cancelled half-way: it ends soon, says so, is silent afterwards, and the next request is answered",
    async check(subject) {
      const { backend, request } = subject;
      await load(backend);
      const abort = new AbortController();
      let heard = 0;
      let after = 0;
      let ended = false;
      const began = performance.now();
      const result = await backend.generate(request, {
        signal: abort.signal,
        onText() {
          heard += 1;
          if (ended) after += 1;
          if (heard === 2) abort.abort();
        },
      });
      ended = true;
      must(heard >= 2, `it had begun, heard ${String(heard)}`);
      must(!result.ok && result.error.kind === "cancelled", `cancelled, not ${JSON.stringify(result)}`);
      must(performance.now() - began < 10_000, "soon");
      must((await generated(subject)).text !== "", "the next one is answered");
      must(after === 0, "silent afterwards");
    },
  },
  {
    id: "MB8",
    title: "an answer longer than maxTokens is cut, and said to be",
    async check(subject) {
      if (!subject.cuts) return;
      await load(subject.backend);
      const short = await generated(subject, { maxTokens: 3 });
      must(short.finish === "length", `finish ${short.finish}`);
      must(short.tokens <= 4, `${String(short.tokens)} tokens`);
    },
  },
  {
    id: "MB9",
    title: "two roles at once are both answered, neither with the other's text",
    async check(subject) {
      await load(subject.backend);
      const [first, second] = await Promise.all([generated(subject), generated(subject)]);
      must(first.text !== "" && second.text !== "", "both answered");
    },
  },
  {
    id: "MB10",
    title: "countTokens: nothing is none, more is not fewer",
    async check({ backend }) {
      await load(backend);
      const counts = await Promise.all(["", "const a = 1;", "const a = 1;\n".repeat(50)].map((text) => backend.countTokens(text)));
      const [none, some, many] = counts;
      must(none === 0, `nothing is ${String(none)}`);
      must(some !== undefined && many !== undefined && some > 0 && many > some, `counts ${counts.join(" ")}`);
    },
  },
  {
    id: "MB11",
    title: "unload can be called twice, and it loads and answers again afterwards",
    async check(subject) {
      await load(subject.backend);
      await subject.backend.unload();
      await subject.backend.unload();
      await load(subject.backend);
      must((await generated(subject)).text !== "", "answered");
    },
  },
];
