export interface Plugin {
  readonly name: string;
  readonly needs: readonly string[];
}

export function unmet(plugins: readonly Plugin[]): string[] {
  const names = new Set(plugins.map((plugin) => plugin.name));
  return plugins.flatMap((plugin) => plugin.needs.filter((need) => !names.has(need)));
}
