/** A file of the opened repository, to be read only: where a ticket points, or a finding outside of the change. */
import { useEffect, useRef } from "react";
import type { RepoPath } from "../../core/snapshot/index.ts";
import { useFixgate } from "../fixgate-context.tsx";
import { useAnswer } from "../parts/hooks.ts";
import { Panel } from "../parts/overlays.tsx";
import { Message } from "../parts/text.tsx";
import { countOf } from "../parts/words.ts";

export interface SourcePlace {
  readonly path: RepoPath;
  /** 1-based. */
  readonly line: number | null;
}

export function SourceDialog({ place, onClose }: { readonly place: SourcePlace | null; readonly onClose: () => void }) {
  return (
    <Panel
      open={place !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      shape="dialog"
      title={place === null ? "" : place.line === null ? place.path : `${place.path}:${place.line.toString()}`}
      description="As it is in the repository before any change."
    >
      {place !== null && <Source place={place} />}
    </Panel>
  );
}

function Source({ place }: { readonly place: SourcePlace }) {
  const fixgate = useFixgate();
  const marked = useRef<HTMLTableRowElement>(null);
  const answer = useAnswer(place.path, async () => ({ text: await fixgate.readFile(place.path) }));
  useEffect(() => {
    marked.current?.scrollIntoView({ block: "center" });
  }, [answer.value, place.line]);
  if (answer.failed) return <Message tone="error">The file could not be read.</Message>;
  if (answer.value === null) return <p className="soft">Reading</p>;
  const text = answer.value.text;
  if (text === null)
    return (
      <Message tone="warning" advice="It may be new in the change, binary, or the repository may not be open any more.">
        There is no such text file in the opened repository.
      </Message>
    );
  const lines = text.split("\n");
  return (
    <table className="source mono" aria-label={`${place.path}, ${countOf(lines.length, "line")}`}>
      <tbody>
        {lines.map((line, index) => {
          const at = index + 1 === place.line;
          return (
            <tr
              key={index}
              ref={at ? marked : undefined}
              className={at ? "source-marked" : undefined}
              aria-current={at ? "location" : undefined}
            >
              <td className="source-number">{index + 1}</td>
              <td className="source-text">{line}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
