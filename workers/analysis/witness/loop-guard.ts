/** A counter in every loop body, so that an endless mutant ends by itself: counted in rounds, not in milliseconds. */
import { parse } from "@babel/parser";
import traverse from "@babel/traverse";
import { pluginsFor } from "../parser-plugins.ts";

const GUARD = `if (++globalThis.__fixgateRounds > 200000) throw new RangeError("more than 200000 rounds");`;

export function guardLoops(path: string, text: string): string {
  const inserts: { readonly at: number; readonly text: string }[] = [];
  const run = typeof traverse === "function" ? traverse : (traverse as unknown as { readonly default: typeof traverse }).default;
  run(parse(text, { sourceType: "unambiguous", plugins: pluginsFor(path), errorRecovery: true }), {
    Loop({ node }) {
      const { body } = node;
      if (body.start == null || body.end == null) return;
      if (body.type === "BlockStatement") inserts.push({ at: body.start + 1, text: GUARD });
      else inserts.push({ at: body.start, text: `{${GUARD}` }, { at: body.end, text: "}" });
    },
  });
  let guarded = text;
  for (const insert of inserts.sort((a, b) => b.at - a.at))
    guarded = guarded.slice(0, insert.at) + insert.text + guarded.slice(insert.at);
  return guarded;
}
