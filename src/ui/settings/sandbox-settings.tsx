import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { Choice } from "../parts/field.tsx";
import { Message } from "../parts/text.tsx";
import { TextSetting } from "./setting-fields.tsx";

export function SandboxSettings() {
  const fixgate = useFixgate();
  const sandbox = useAppState((state) => state.settings.sandbox);
  const apiKey = useAppState((state) => state.settings.webcontainerApiKey);
  return (
    <div className="stack">
      <Choice
        label="Sandbox"
        hideLabel
        value={sandbox}
        options={[
          { value: "embedded", label: "embedded" },
          { value: "webcontainer", label: "WebContainer" },
        ]}
        onChange={(value) => void fixgate.updateSettings({ sandbox: value })}
      />
      {sandbox === "embedded" ? (
        <p className="soft">
          Vitest’s own runtime and TypeScript in workers of this page, in a frame without origin and without network. Node’s child
          processes and native addons are not there; a suite that needs them is told so by name.
        </p>
      ) : (
        <>
          <Message tone="warning" testId="webcontainer-note" title="Somebody else’s runtime and licence">
            WebContainer is loaded from StackBlitz’ servers when the sandbox opens, so this choice needs the network, and StackBlitz
            learns that it was loaded. Commercial use in production needs a licence from them. The receipt names it.
          </Message>
          <TextSetting
            label="API key"
            value={apiKey}
            type="password"
            placeholder="none"
            testId="set-webcontainer-key"
            hint="StackBlitz asks for one on other hosts than localhost. It is sent to them."
            onSave={(webcontainerApiKey) => void fixgate.updateSettings({ webcontainerApiKey })}
          />
        </>
      )}
    </div>
  );
}
