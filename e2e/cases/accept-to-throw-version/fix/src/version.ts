export type Version = readonly [major: number, minor: number, patch: number];

export function parseVersion(text: string): Version {
  const match = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text);
  if (!match) throw new SyntaxError(`not a version: ${text}`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}
