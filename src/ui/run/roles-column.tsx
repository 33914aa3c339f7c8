import { Check, CircleDashed, LoaderCircle, ShieldBan, X } from "lucide-react";
import type { ReactNode } from "react";
import type { DeniedWrite } from "../../core/evidence/index.ts";
import { ROLES, type Role } from "../../core/role/index.ts";
import type { AttemptView, RoleView, RunView } from "../../core/run/index.ts";
import { Counts } from "../diff/change-view.tsx";
import { useAppState } from "../fixgate-context.tsx";
import { Disclosure } from "../parts/text.tsx";
import { countOf, durationOf } from "../parts/words.ts";

const DUTIES: Readonly<Record<Role, string>> = {
  fixer: "writes source, never tests",
  "test-writer": "writes tests, hasn't seen the fix",
  reviewer: "reads all, writes nothing",
};

const STATES = {
  waiting: { icon: CircleDashed, tone: "tone-quiet", word: "waiting" },
  working: { icon: LoaderCircle, tone: "tone-accent", word: "at work" },
  done: { icon: Check, tone: "tone-pass", word: "done" },
  failed: { icon: X, tone: "tone-fail", word: "failed" },
} as const;

export function RolesColumn({ run, attempt }: { readonly run: RunView; readonly attempt: AttemptView }) {
  const used = run.attempts
    .flatMap((one) => ROLES.flatMap((role) => one.roles[role].replies))
    .reduce((sum, reply) => sum + reply.tokens, 0);
  return (
    <div className="roles">
      {attempt.feedbackIn !== null && (
        <div className="role">
          <Disclosure summary="What this attempt was told">
            <p className="feedback">{attempt.feedbackIn}</p>
          </Disclosure>
        </div>
      )}
      {ROLES.map((role) => (
        <RoleBlock key={role} role={role} view={attempt.roles[role]} model={run.subject.models[role].model} />
      ))}
      <p className="role-total soft small">
        {countOf(used, "token")} in this run, of {run.subject.budget.tokens.toLocaleString("en")}
      </p>
    </div>
  );
}

function RoleBlock({ role, view, model }: { readonly role: Role; readonly view: RoleView; readonly model: string }) {
  const streaming = useAppState((state) => (view.state === "working" && state.streaming?.role === role ? state.streaming : null));
  const { icon: Icon, tone, word } = STATES[view.state];
  return (
    <section className="role" aria-label={role} data-testid={`role-${role}`} data-state={view.state}>
      <div className="row">
        <h3 className="grow">{role}</h3>
        <span className={`role-state ${tone}${view.state === "working" ? " turning" : ""}`}>
          {word}
          <Icon size={14} strokeWidth={2.25} aria-hidden />
        </span>
      </div>
      <p className="quiet small">{DUTIES[role]}</p>
      <p className="soft small">{model}</p>

      {view.message !== null && <p className={view.state === "failed" ? "tone-fail" : "soft"}>{view.message}</p>}

      {view.denied.length > 0 && (
        <ul className="denied-list" aria-label="Denied writes">
          {view.denied.map((denied, index) => (
            <Denied key={index} denied={denied} />
          ))}
        </ul>
      )}

      <dl className="role-facts">
        {view.wrote.length > 0 && (
          <Fact name="wrote">
            <ul>
              {view.wrote.map((one) => (
                <li key={one.path} className="role-file">
                  <code>{one.path}</code> <Counts added={one.added} removed={one.removed} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {view.read.length > 0 && (
          <Fact name="read">
            <Disclosure summary={countOf(view.read.length, "file")}>
              <ul>
                {view.read.map((path) => (
                  <li key={path} className="role-file">
                    <code>{path}</code>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </Fact>
        )}
        {(view.replies.length > 0 || streaming !== null) && (
          <Fact name="replies">
            <ul>
              {view.replies.map((reply, index) => (
                <li key={index}>
                  <Disclosure
                    summary={
                      <span>
                        {reply.tokens.toLocaleString("en")} tokens, {rateOf(reply.tokens, reply.ms)}
                      </span>
                    }
                  >
                    <pre className="reply">{reply.text}</pre>
                  </Disclosure>
                  {reply.problem !== null && <p className="tone-fail small">{reply.problem}</p>}
                </li>
              ))}
              {streaming !== null && <li className="tone-accent">{countOf(streaming.tokens, "token")} so far</li>}
            </ul>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The event a person should be able to read without knowing what a mask is. */
function Denied({ denied }: { readonly denied: DeniedWrite }) {
  return (
    <li className="denied" data-testid="denied-write">
      <ShieldBan size={14} strokeWidth={2} aria-hidden />
      <div className="grow">
        <p>
          {{ write: "write to", remove: "removal of", rename: "rename to" }[denied.operation]} <code>{denied.path}</code> denied
        </p>
        <p className="soft small">
          {denied.message} <span className="quiet">({denied.rule})</span>
        </p>
      </div>
    </li>
  );
}

function rateOf(tokens: number, ms: number): string {
  if (ms < 1) return "at once";
  const rate = (tokens * 1000) / ms;
  return `${rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString("en")}/s, ${durationOf(ms)}`;
}
