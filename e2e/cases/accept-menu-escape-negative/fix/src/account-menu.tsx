import { useState } from "react";
import { visibleEntries, type Entry } from "./entries";

interface Props {
  entries: readonly Entry[];
  onChoose: (id: string) => void;
}

export function AccountMenu({ entries, onChoose }: Props) {
  const [open, setOpen] = useState(false);

  return (
    <div
      onKeyDown={(event) => {
        if (event.key === "Escape") setOpen(false);
      }}
    >
      <button type="button" aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        Account
      </button>
      {open && (
        <ul role="menu">
          {visibleEntries(entries).map((entry) => (
            <li
              key={entry.id}
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                setOpen(false);
                onChoose(entry.id);
              }}
            >
              {entry.label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
