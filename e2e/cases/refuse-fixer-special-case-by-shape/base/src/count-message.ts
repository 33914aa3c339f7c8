import { FILES } from "./messages";
import { RULES } from "./plural-rules";

export function filesMessage(locale: string, count: number): string {
  const rule = RULES[locale];
  const forms = FILES[locale];
  if (rule === undefined || forms === undefined) throw new RangeError(`no messages for ${locale}`);
  return (forms[rule(count)] ?? "{n}").replace("{n}", String(count));
}
