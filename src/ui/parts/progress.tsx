import { Progress as Primitive } from "radix-ui";

/** `total` null: how far it is can't be known; the text beside it then says what has been done. */
export function Progress({ label, done, total }: { readonly label: string; readonly done: number; readonly total: number | null }) {
  const fraction = total === null || total <= 0 ? null : Math.min(1, done / total);
  return (
    <Primitive.Root className="progress" value={fraction === null ? null : Math.round(fraction * 100)} aria-label={label}>
      <Primitive.Indicator
        className={fraction === null ? "progress-open" : "progress-fill"}
        style={fraction === null ? undefined : { transform: `scaleX(${fraction.toString()})` }}
      />
    </Primitive.Root>
  );
}
