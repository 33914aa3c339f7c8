import { Check } from "lucide-react";
import type { Publication } from "../../../app/fixgate.ts";
import { CopyText } from "../../parts/text.tsx";

/** What is on the host now, and where to look at it. */
export function Published({ publication }: { readonly publication: Publication }) {
  const { kind, url, number, branch, commit, fork, host } = publication;
  return (
    <div className="published" data-testid="published" data-kind={kind}>
      <Check size={16} strokeWidth={2.5} className="tone-pass" aria-hidden />
      <div className="grow">
        <p>
          <strong>{kind === "draft" ? `Draft pull request #${String(number ?? "")}` : "Branch pushed"}</strong>{" "}
          <span className="mono">{branch}</span> {fork === null ? `on ${host}` : `in the fork ${fork}`}
        </p>
        <p className="soft small">
          Commit <CopyText text={commit} kind="oid" />. It is not merged: that is for people to decide.
        </p>
        {url !== null && /^https?:/.test(url) && (
          <p>
            <a href={url} target="_blank" rel="noreferrer noopener">
              {url}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
