export function minutesOf(time: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (!match) throw new SyntaxError(`no time: ${time}`);
  return Number(match[1]) * 60 + Number(match[2]);
}
