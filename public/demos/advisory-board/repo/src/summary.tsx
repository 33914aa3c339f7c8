export interface SummaryProps {
  readonly shown: number;
  readonly total: number;
}

/** "3 of 12 advisories", or "12 advisories" where none is left out. */
export function Summary({ shown, total }: SummaryProps) {
  return (
    <p role="status">
      {shown === total ? `${total} advisories` : `${shown} of ${total} advisories`}
    </p>
  );
}
