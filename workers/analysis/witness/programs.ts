/** Small programs over a module `m`: one call, or a sequence of calls on what a class or a factory gives. */
import { drawSources, type Hints } from "./draw.ts";
import { harvestCalls, harvestElements } from "./harvest.ts";
import { linear } from "./linear.ts";
import type { Method, SequenceTarget, Target } from "./targets.ts";
import { variationsOf } from "./vary.ts";

export interface Program {
  /** Body of an async function of `m`. */
  readonly code: string;
  /** As a person would write it. */
  readonly shown: string;
  /** The suite itself runs this very input. */
  readonly ran: boolean;
}

const DRAWN = 250;
const VARIED = 200;
const SEQUENCES = 120;
/** A cache of a few entries needs some eighteen calls before what it forgets shows. */
const CALLS = 18;

export function programsFor(
  target: Target,
  tests: readonly { readonly path: string; readonly text: string }[],
  hints: Hints,
  seed: number,
): readonly Program[] {
  const harvest = target.kind === "component" ? harvestElements : harvestCalls;
  const harvested = new Set(tests.flatMap(({ path, text }) => harvest(path, text, target.exported)));
  const drawn = [
    ...variationsOf([...harvested], target.parameters, VARIED, seed),
    ...drawSources(target.parameters, hints, DRAWN, seed),
  ];
  const calls = (name: string) => tests.flatMap(({ path, text }) => harvestCalls(path, text, name));
  const programs = programsOf(target, harvested, drawn, hints, seed, calls);
  const seen = new Set<string>();
  return programs.filter(({ code }) => !seen.has(code) && seen.add(code)).sort((a, b) => a.shown.length - b.shown.length);
}

function programsOf(
  target: Target,
  harvested: ReadonlySet<string>,
  drawn: readonly string[],
  hints: Hints,
  seed: number,
  calls: (method: string) => readonly string[],
): readonly Program[] {
  switch (target.kind) {
    case "function":
      return [
        ...[...harvested].map((source) => call(target.exported, source, true)),
        ...drawn.filter((source) => !harvested.has(source)).map((source) => call(target.exported, source, false)),
      ];
    case "component":
      return [
        ...[...harvested].map((props) => render(target.exported, props, true)),
        ...drawn.filter((props) => !harvested.has(props)).map((props) => render(target.exported, props, false)),
      ];
    case "class":
    case "factory":
      return sequences(target, [...harvested, ...drawn.slice(0, SEQUENCES)], hints, seed, calls);
  }
}

function call(name: string, source: string, ran: boolean): Program {
  // What a call does to its arguments is a result, too.
  return {
    code: `const a = [${source}]; const r = await m[${JSON.stringify(name)}](...a); return [r, a];`,
    shown: `${name}(${source})`,
    ran,
  };
}

function render(name: string, props: string, ran: boolean): Program {
  return {
    code: `const { renderToStaticMarkup } = await import("react-dom/server"); const { createElement } = await import("react"); return [renderToStaticMarkup(createElement(m[${JSON.stringify(name)}], ${props || "null"}))];`,
    shown: `<${name} {...${props || "{}"}} />`,
    ran,
  };
}

/** Few keys and many calls: state that goes wrong does so when the same thing is touched again. */
function sequences(
  target: SequenceTarget,
  constructions: readonly string[],
  hints: Hints,
  seed: number,
  calls: (method: string) => readonly string[],
): readonly Program[] {
  if (target.methods.length === 0) return [];
  const few: Hints = { strings: hints.strings.slice(0, 3), numbers: hints.numbers.slice(0, 3) };
  const pool = target.methods.map((method: Method) => {
    const asTested = [...new Set(calls(method.name))].slice(0, 8);
    // A handful: the same things have to be touched again for anything to go wrong.
    const near = variationsOf(asTested, method.parameters, 6, seed);
    return { method, sources: [...asTested, ...near, ...drawSources(method.parameters, few, asTested.length > 0 ? 3 : 12, seed)] };
  });
  const random = linear(seed);
  return Array.from({ length: SEQUENCES }, (_, index) => {
    const construction = constructions[index % Math.max(1, constructions.length)] ?? "";
    const steps = Array.from({ length: 2 + random(CALLS) }, () => {
      const { method, sources } = pool[random(pool.length)] ?? { method: { name: "toString", parameters: [] }, sources: [""] };
      return `o.${method.name}(${sources[random(sources.length)] ?? ""})`;
    });
    const made =
      target.kind === "class" ? `new m.${target.exported}(${construction})` : `await m.${target.exported}(${construction})`;
    return {
      code: `const o = ${made}; const log = []; ${steps.map((step) => `try { log.push(await settle(${step})); } catch (e) { log.push(e); }`).join(" ")} return log;`,
      shown: `o = ${made.replace(/\bm\./, "").replace("await ", "")}; ${steps.join("; ")}`,
      ran: false,
    };
  });
}
