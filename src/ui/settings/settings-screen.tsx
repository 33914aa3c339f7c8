import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { Choice } from "../parts/field.tsx";
import { ModelSettings } from "./model-settings.tsx";
import { NumberSetting, TextSetting } from "./setting-fields.tsx";
import { SandboxSettings } from "./sandbox-settings.tsx";
import { TokenSettings } from "./token-settings.tsx";
import "./settings.css";

export function SettingsScreen() {
  const fixgate = useFixgate();
  const settings = useAppState((state) => state.settings);
  const { budget, author } = settings;
  return (
    <div className="page settings">
      <header className="page-head">
        <h1>Settings</h1>
        <p className="soft">
          Kept in this browser. A change counts from the next run on; a run under way keeps what it began with.
        </p>
      </header>

      <section className="setting" aria-labelledby="set-theme">
        <h2 id="set-theme">Theme</h2>
        <Choice
          label="Theme"
          hideLabel
          value={settings.theme}
          options={[
            { value: "system", label: "as the system" },
            { value: "light", label: "light" },
            { value: "dark", label: "dark" },
          ]}
          onChange={(theme) => void fixgate.updateSettings({ theme })}
        />
      </section>

      <section className="setting" aria-labelledby="set-model">
        <div>
          <h2 id="set-model">Fixer and test-writer</h2>
          <p className="soft small">The model that writes the fix and, blind to it, the test.</p>
        </div>
        <ModelSettings which="model" />
      </section>

      <section className="setting" aria-labelledby="set-reviewer">
        <div>
          <h2 id="set-reviewer">Reviewer</h2>
          <p className="soft small">
            Better another model than the fixer’s. The same one is allowed, and is marked on the receipt.
          </p>
        </div>
        <ModelSettings which="reviewerModel" />
      </section>

      <section className="setting" aria-labelledby="set-sandbox">
        <div>
          <h2 id="set-sandbox">Sandbox</h2>
          <p className="soft small">Where the repository’s suite and typecheck run. Never changed without a word.</p>
        </div>
        <SandboxSettings />
      </section>

      <section className="setting" aria-labelledby="set-network">
        <div>
          <h2 id="set-network">Network</h2>
          <p className="soft small">Nothing else is asked but the repository’s host and the registry.</p>
        </div>
        <div className="stack">
          <TextSetting
            label="Git proxy"
            value={settings.gitProxy}
            placeholder="none"
            testId="set-git-proxy"
            hint="For Git hosts that don't let a page read them: npx fixgate proxy --allow git.example.org, then http://localhost:9999 here. Used only when named here, and never with a token."
            onSave={(gitProxy) => void fixgate.updateSettings({ gitProxy })}
          />
          <TextSetting
            label="GitHub API"
            value={settings.githubApi}
            placeholder="https://api.github.com"
            testId="set-github-api"
            hint="For a GitHub Enterprise Server of your own."
            onSave={(githubApi) => void fixgate.updateSettings({ githubApi })}
          />
          <TextSetting
            label="GitHub raw files"
            value={settings.githubRaw}
            placeholder="https://raw.githubusercontent.com"
            testId="set-github-raw"
            onSave={(githubRaw) => void fixgate.updateSettings({ githubRaw })}
          />
          <TextSetting
            label="Package registry"
            value={settings.registry}
            placeholder="https://registry.npmjs.org"
            testId="set-registry"
            hint="Tarballs are checked against the lockfile's integrity, wherever they come from."
            onSave={(registry) => void fixgate.updateSettings({ registry })}
          />
        </div>
      </section>

      <section className="setting" aria-labelledby="set-tokens">
        <div>
          <h2 id="set-tokens">Tokens</h2>
          <p className="soft small">
            Each is sent to its own host alone. One that is kept is encrypted: that protects a copy of this profile, not a page that
            is open and unlocked.
          </p>
        </div>
        <TokenSettings />
      </section>

      <section className="setting" aria-labelledby="set-budget">
        <div>
          <h2 id="set-budget">Budget</h2>
          <p className="soft small">A run that reaches a limit ends over budget, with all that it had.</p>
        </div>
        <div className="number-grid">
          {(
            [
              ["attempts", "Attempts"],
              ["tokens", "Tokens"],
              ["minutes", "Minutes"],
              ["mutants", "Mutants"],
            ] as const
          ).map(([key, label]) => (
            <NumberSetting
              key={key}
              label={label}
              value={budget[key]}
              testId={`set-${key}`}
              onSave={(value) => void fixgate.updateSettings({ budget: { ...fixgate.state().settings.budget, [key]: value } })}
            />
          ))}
        </div>
      </section>

      <section className="setting" aria-labelledby="set-author">
        <div>
          <h2 id="set-author">Author</h2>
          <p className="soft small">Who the exported commit is by. It stands in the patch.</p>
        </div>
        <div className="stack">
          <TextSetting
            label="Name"
            value={author.name}
            mono={false}
            testId="set-author-name"
            onSave={(name) => void fixgate.updateSettings({ author: { ...fixgate.state().settings.author, name } })}
          />
          <TextSetting
            label="Email"
            value={author.email}
            mono={false}
            testId="set-author-email"
            onSave={(email) => void fixgate.updateSettings({ author: { ...fixgate.state().settings.author, email } })}
          />
        </div>
      </section>
    </div>
  );
}
