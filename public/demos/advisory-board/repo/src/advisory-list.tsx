import { useState } from "react";
import type { Advisory, Severity } from "./advisory.ts";
import { filterAdvisories } from "./filter.ts";
import { pageCount, pageOf } from "./pages.ts";
import { SEVERITIES } from "./severity.ts";
import { SeverityBadge } from "./severity-badge.tsx";
import { Summary } from "./summary.tsx";

export interface AdvisoryListProps {
  readonly advisories: readonly Advisory[];
  readonly perPage?: number;
  readonly onOpen: (advisory: Advisory) => void;
}

export function AdvisoryList({ advisories, perPage = 20, onOpen }: AdvisoryListProps) {
  const [text, setText] = useState("");
  const [atLeast, setAtLeast] = useState<Severity>("unknown");
  const [page, setPage] = useState(1);
  const found = filterAdvisories(advisories, { text, atLeast });
  const pages = pageCount(found.length, perPage);
  const current = Math.min(page, pages);

  return (
    <section>
      <label>
        Search
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <label>
        At least
        <select value={atLeast} onChange={(event) => setAtLeast(event.target.value as Severity)}>
          {SEVERITIES.map((severity) => (
            <option key={severity} value={severity}>
              {severity}
            </option>
          ))}
        </select>
      </label>
      <Summary shown={found.length} total={advisories.length} />
      <ul>
        {pageOf(found, current, perPage).map((advisory) => (
          <li key={advisory.id}>
            <button type="button" onClick={() => onOpen(advisory)}>
              {advisory.title}
            </button>
            <SeverityBadge severity={advisory.severity} />
          </li>
        ))}
      </ul>
      <nav aria-label="Pages">
        <button type="button" disabled={current === 1} onClick={() => setPage(current - 1)}>
          Previous
        </button>
        <span>
          page {current} of {pages}
        </span>
        <button type="button" disabled={current === pages} onClick={() => setPage(current + 1)}>
          Next
        </button>
      </nav>
    </section>
  );
}
