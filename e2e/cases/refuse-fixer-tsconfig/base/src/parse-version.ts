export interface Version {
  readonly numbers: readonly [number, number, number];
  readonly pre: string;
}

export function parseVersion(text: string): Version {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.]+))?$/.exec(text);
  if (match === null) throw new SyntaxError(`not a version: ${text}`);
  return { numbers: [Number(match[1]), Number(match[2]), Number(match[3])], pre: match[4] ?? "" };
}
