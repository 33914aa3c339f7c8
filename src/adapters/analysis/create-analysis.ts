/** Evidence about a change: facts and acceptance from the analysis worker, mutants and ablated hunks through the sandbox. */
import type { Analysis } from "../../app/ports/index.ts";
import { changedTexts } from "../../app/diff-text.ts";
import { ablate } from "./ablate.ts";
import { mutate } from "./mutate.ts";
import { createAsk } from "./worker-client.ts";

export function createAnalysis({ worker }: { readonly worker: () => Worker }): Analysis {
  const ask = createAsk(worker);
  return {
    inspect: ({ ticket, base, candidate, fix, tests, signal }) =>
      ask(signal, "reading the change", (api) =>
        api.inspect(
          [...changedTexts("fixer", fix, base, candidate), ...changedTexts("test-writer", tests, base, candidate)],
          `${ticket.title}\n${ticket.body}`,
        ),
      ),
    acceptance: ({ ticket, candidate, suite, signal }) =>
      ask(signal, "looking up the acceptance statements", (api) => api.acceptance(ticket, candidate, suite)),
    mutate: (input) => mutate(input, ask),
    ablate: (input) => ablate(input, ask),
  };
}
