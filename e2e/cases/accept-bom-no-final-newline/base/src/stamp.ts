/** Seconds of a subtitle's time stamp, `hh:mm:ss,mmm`. */
export function seconds(stamp: string): number {
  const match = /^(\d+):(\d\d):(\d\d),(\d{3})$/.exec(stamp);
  if (!match) throw new SyntaxError(`no time: ${stamp}`);
  const [, hours, minutes, rest, milliseconds] = match.map(Number);
  void hours;
  return minutes! * 60 + rest! + milliseconds! / 1000;
}