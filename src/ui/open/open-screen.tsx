/** The first screen: what this is in one look, and every way in. */
import { useAppState } from "../fixgate-context.tsx";
import { Message } from "../parts/text.tsx";
import { Demos } from "./demos.tsx";
import { FromMachine } from "./from-machine.tsx";
import { OpeningPanel } from "./opening-panel.tsx";
import { RecentRuns } from "./recent-runs.tsx";
import { UrlForm } from "./url-form.tsx";
import "./open.css";

const OPEN_ERROR_TITLES: Readonly<Record<string, string>> = {
  cancelled: "Cancelled",
  "bad-url": "Not a repository address",
  unreachable: "The host could not be reached",
  cors: "The host does not let this page read it",
  "not-found": "No repository there",
  unauthorised: "Not allowed to read it",
  "rate-limited": "The host's limit is used up",
  empty: "The repository is empty",
  corrupt: "What arrived is not what was named",
  "too-large": "Too large for a browser",
};

export function OpenScreen() {
  const repository = useAppState((state) => state.repository);
  const opening = repository.kind === "opening";
  return (
    <div className="page open-page">
      <header className="page-head">
        <h1>Open a repository</h1>
        <p className="soft">
          Local models write the fix and its test. Gates decide. A verified patch comes out. All of it runs in this tab.
        </p>
      </header>

      <section className="section" aria-label="By address">
        <UrlForm />
        {opening && <OpeningPanel url={repository.url} progress={repository.progress} />}
        {repository.kind === "failed" && repository.error.kind !== "cancelled" && (
          <Message
            tone="error"
            alert
            testId="open-error"
            title={OPEN_ERROR_TITLES[repository.error.kind] ?? "It could not be opened"}
            advice={repository.error.advice}
          >
            {repository.error.message}
          </Message>
        )}
        {repository.kind === "failed" && repository.error.kind === "cancelled" && (
          <Message tone="info" testId="open-cancelled">
            Opening {repository.url} was cancelled. Nothing was kept.
          </Message>
        )}
      </section>

      <Demos disabled={opening} />
      <FromMachine disabled={opening} />
      <RecentRuns />
      <HowItWorks />
    </div>
  );
}

function HowItWorks() {
  return (
    <section className="section" aria-labelledby="how">
      <h2 id="how">What happens to a ticket</h2>
      <ol className="steps">
        <li>
          <h3>Three roles work behind masks</h3>
          <p className="soft">
            The fixer may write source and no tests, the test-writer tests and no source, without having seen the fix. The reviewer
            writes nothing.
          </p>
        </li>
        <li>
          <h3>Gates decide</h3>
          <p className="soft">
            Each asks one question of sealed evidence: does the new test fail without the fix, does the whole suite still pass.
            Unknown never counts as a pass.
          </p>
        </li>
        <li>
          <h3>You take it home</h3>
          <p className="soft">
            A patch for git am, a bundle, and a receipt that names every verdict, what it rests on, and what was not checked.
          </p>
        </li>
      </ol>
    </section>
  );
}
