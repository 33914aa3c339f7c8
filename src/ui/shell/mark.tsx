/** Two posts and what passes between them. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" stroke="currentColor" aria-hidden className="brand-mark">
      <path d="M5 5v22M27 5v22" strokeWidth="4" strokeLinecap="round" />
      <path d="M11 16.5l4 4 7-9" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
