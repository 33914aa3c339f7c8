import { Download } from "lucide-react";
import type { RunView } from "../../core/run/index.ts";
import { useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { download, useAnswer } from "../parts/hooks.ts";
import { bytesOf } from "../parts/words.ts";

/** What a person takes home, the patch first. */
export function Artifacts({ run }: { readonly run: RunView }) {
  const fixgate = useFixgate();
  const answer = useAnswer(`${run.id} ${run.end?.kind ?? ""}`, () => fixgate.artifacts(run.id));
  if (answer.failed) return <span className="tone-fail">The exported files could not be read.</span>;
  const artifacts = [...(answer.value ?? [])].sort((a, b) => rank(a.name) - rank(b.name));
  return artifacts.map((artifact, index) => (
    <Button
      key={artifact.name}
      tone={index === 0 ? "primary" : "plain"}
      icon={Download}
      testId={`artifact-${artifact.name}`}
      title={`${artifact.name}, ${bytesOf(artifact.bytes.byteLength)}`}
      onClick={() => {
        download(artifact.name, artifact.bytes);
      }}
    >
      {kindOf(artifact.name)}
    </Button>
  ));
}

const KINDS = [
  [/\.patch$/u, "Patch"],
  [/\.bundle$/u, "Bundle"],
  [/receipt|\.json$/u, "Receipt"],
] as const;

function rank(name: string): number {
  const at = KINDS.findIndex(([pattern]) => pattern.test(name));
  return at === -1 ? KINDS.length : at;
}

function kindOf(name: string): string {
  return KINDS[rank(name)]?.[1] ?? name;
}
