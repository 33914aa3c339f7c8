/** The reply that a model is writing now. It is shown as text: nothing in it is carried out until it has been read as edits. */
import { useEffect, useRef } from "react";
import type { AttemptView } from "../../core/run/index.ts";
import { useAppState } from "../fixgate-context.tsx";
import { countOf } from "../parts/words.ts";
import { Empty } from "../parts/text.tsx";

export function StreamPane({ attempt, alone }: { readonly attempt: AttemptView; readonly alone: boolean }) {
  const streaming = useAppState((state) => (attempt.outcome === "running" ? state.streaming : null));
  const tail = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const element = tail.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [streaming?.text]);
  if (streaming === null) return alone && attempt.outcome === "running" ? <Empty title="Nothing is written yet" /> : null;
  return (
    <div className={alone ? "stream stream-alone" : "stream"} data-testid="stream">
      <p className="soft">
        {streaming.role} is writing, {countOf(streaming.tokens, "token")}
      </p>
      <pre ref={tail}>{streaming.text}</pre>
    </div>
  );
}
