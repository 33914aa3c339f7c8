import { ArrowRight } from "lucide-react";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { countOf } from "../parts/words.ts";

export function Demos({ disabled }: { readonly disabled: boolean }) {
  const fixgate = useFixgate();
  const demos = useAppState((state) => state.demos);
  if (demos.length === 0) return null;
  return (
    <section className="section" aria-labelledby="demos">
      <div>
        <h2 id="demos">Demo repositories</h2>
        <p className="soft">
          They come with this page and need no network. Replies are scripted; masks, sandbox, gates and export are real.
        </p>
      </div>
      <ul className="demos">
        {demos.map((demo) => (
          <li key={demo.name}>
            <button
              type="button"
              className="card demo"
              disabled={disabled}
              data-testid={`demo-${demo.name}`}
              onClick={() => void fixgate.openDemo(demo.name)}
            >
              <span className="demo-title">
                {demo.title}
                <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
              </span>
              <span className="soft">{demo.description}</span>
              <span className="quiet small">{countOf(demo.tickets, "ticket")}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
