import { useId } from "react";
import type { Advisory } from "./advisory.ts";
import { SeverityBadge } from "./severity-badge.tsx";

export interface AdvisoryDialogProps {
  readonly advisory: Advisory;
  readonly onClose: () => void;
}

export function AdvisoryDialog({ advisory, onClose }: AdvisoryDialogProps) {
  const titleId = useId();
  return (
    <div
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header>
        <h2 id={titleId}>{advisory.title}</h2>
        <SeverityBadge severity={advisory.severity} />
      </header>
      <dl>
        <dt>Affected</dt>
        <dd>{advisory.affected}</dd>
        <dt>Fixed in</dt>
        <dd>{advisory.fixedIn ?? "no version yet"}</dd>
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
