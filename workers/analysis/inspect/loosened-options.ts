/** What a tsconfig asks less of the code than it did before. */
import ts from "typescript";

/** What `strict` stands for, and itself. */
const FAMILY =
  "strict noImplicitAny strictNullChecks strictFunctionTypes strictBindCallApply strictPropertyInitialization strictBuiltinIteratorReturn noImplicitThis useUnknownInCatchVariables alwaysStrict".split(
    " ",
  );
const FURTHER =
  "noUncheckedIndexedAccess exactOptionalPropertyTypes noImplicitReturns noFallthroughCasesInSwitch noImplicitOverride noUnusedLocals noUnusedParameters noPropertyAccessFromIndexSignature checkJs".split(
    " ",
  );
const LENIENT = ["skipLibCheck", "skipDefaultLibCheck", "noCheck", "allowUnreachableCode", "allowUnusedLabels"];

export const isTsconfig = (path: string): boolean => /(?:^|\/)[tj]sconfig(?:\.[\w-]+)*\.json$/.test(path);

type Options = Readonly<Record<string, unknown>>;

function optionsIn(path: string, text: string): Options | null {
  const { config } = ts.parseConfigFileTextToJson(path, text) as { readonly config?: unknown };
  if (typeof config !== "object" || config === null) return null;
  const { compilerOptions } = config as Options;
  return typeof compilerOptions === "object" && compilerOptions !== null ? (compilerOptions as Options) : {};
}

/** `[line, text]` of each; a file that can't be read has none, since the type check tells that it can't. */
export function loosenedOptions(path: string, before: string, after: string): readonly (readonly [line: number, text: string])[] {
  const was = optionsIn(path, before);
  const is = optionsIn(path, after);
  if (was === null || is === null) return [];
  const isLoosened = (name: string): boolean => {
    const [then, now] = [was[name], is[name]];
    if (LENIENT.includes(name)) return then !== true && now === true;
    if (then === true) return now === false || (now === undefined && !(is["strict"] === true && FAMILY.includes(name)));
    // Part of what `strict` stands for, taken back by itself.
    return then === undefined && was["strict"] === true && now === false && FAMILY.includes(name);
  };
  const say = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));
  const lines = after.split("\n");
  return [...FAMILY, ...FURTHER, ...LENIENT].filter(isLoosened).map((name) => {
    const line = lines.findIndex((each) => each.includes(`"${name}"`)) + 1;
    return [Math.max(1, line), `${name}: ${say(was[name])} → ${say(is[name])}`] as const;
  });
}
