import type { Plugin } from "./plugin";

/** @throws where plug-ins need each other in a circle */
export function loadOrder(plugins: readonly Plugin[]): string[] {
  const order: string[] = [];
  const visit = (plugin: Plugin, path: readonly string[]): void => {
    if (path.includes(plugin.name)) throw new Error(`circle: ${[...path, plugin.name].join(" → ")}`);
    if (order.includes(plugin.name)) return;
    for (const need of plugin.needs) {
      const other = plugins.find((each) => each.name === need);
      if (other) visit(other, [...path, plugin.name]);
    }
    order.push(plugin.name);
  };
  for (const plugin of plugins) if (plugin.needs.length > 0) visit(plugin, []);
  for (const plugin of plugins) visit(plugin, []);
  return order;
}
