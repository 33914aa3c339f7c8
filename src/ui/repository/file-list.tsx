import { useState } from "react";
import type { RepoPath, Snapshot } from "../../core/snapshot/index.ts";
import { TextField } from "../parts/field.tsx";
import { bytesOf, countOf } from "../parts/words.ts";

/** More rows than anyone reads are not drawn: the filter finds the rest. */
const SHOWN = 300;

export function FileList({ snapshot, onOpen }: { readonly snapshot: Snapshot; readonly onOpen: (path: RepoPath) => void }) {
  const [filter, setFilter] = useState("");
  const words = filter
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
  const found = snapshot.entries.filter((entry) => words.every((word) => entry.path.toLowerCase().includes(word)));
  return (
    <div className="stack">
      <TextField
        label="Filter"
        value={filter}
        placeholder="lock test"
        hint={`${countOf(found.length, "file")}${found.length > SHOWN ? `, the first ${SHOWN.toString()} shown` : ""}`}
        onChange={(event) => {
          setFilter(event.target.value);
        }}
      />
      <ul className="file-list">
        {found.slice(0, SHOWN).map((entry) => (
          <li key={entry.path} className="row">
            <button
              type="button"
              className="link mono grow file-list-path"
              onClick={() => {
                onOpen(entry.path);
              }}
            >
              {entry.path}
            </button>
            <span className="quiet small">{{ "100644": "", "100755": "executable", "120000": "link" }[entry.mode]}</span>
            <span className="quiet small file-list-size">{bytesOf(entry.size)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
