import { useState } from "react";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Disclosure } from "../parts/text.tsx";
import { tokenHint } from "./token-hint.ts";

export function UrlForm() {
  const fixgate = useFixgate();
  const repository = useAppState((state) => state.repository);
  const opening = repository.kind === "opening";
  const [url, setUrl] = useState(repository.kind === "failed" || repository.kind === "opening" ? repository.url : "");
  const [token, setToken] = useState("");
  const [missing, setMissing] = useState(false);

  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    const address = url.trim();
    setMissing(address === "");
    if (address === "") return;
    void fixgate.openUrl(address, token === "" ? undefined : { token });
  };

  return (
    <form className="url-form" onSubmit={submit} noValidate>
      <TextField
        label="Address"
        className="grow"
        mono
        inputMode="url"
        placeholder="https://github.com/owner/name"
        value={url}
        error={missing ? "An address is needed, such as https://github.com/owner/name." : null}
        hint="github.com and gitlab.com need no proxy. Any other Git host must allow this page to read it (CORS)."
        testId="open-url"
        onChange={(event) => {
          setUrl(event.target.value);
          setMissing(false);
        }}
      />
      <Button type="submit" tone="primary" testId="open-submit" disabled={opening}>
        Open
      </Button>
      <Disclosure summary="Private repository" className="url-token">
        <TextField
          label="Access token"
          type="password"
          value={token}
          hint={tokenHint(url)}
          testId="open-token"
          onChange={(event) => {
            setToken(event.target.value);
          }}
        />
      </Disclosure>
    </form>
  );
}
