import type { ScannedItem } from "./advisory.ts";
import { scanFlags } from "./scan-flags.ts";

export function ScanFlagsRow({ item }: { readonly item: ScannedItem }) {
  return (
    <div>
      <strong>{item.name}</strong>
      <ul>
        {scanFlags(item).map((flag) => (
          <li key={flag}>{flag}</li>
        ))}
      </ul>
    </div>
  );
}
