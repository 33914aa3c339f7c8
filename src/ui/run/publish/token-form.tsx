/** A token for one host: with the least that it must be able to do, in memory unless asked otherwise, and what that is worth. */
import { KeyRound, Lock, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAppState, useFixgate } from "../../fixgate-context.tsx";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";

export function TokenForm({
  host,
  scope,
  optional,
}: {
  readonly host: string;
  readonly scope: string;
  readonly optional: boolean;
}) {
  const known = useAppState((state) => state.tokens.find((one) => one.host === host) ?? null);
  return (
    <section className="token" aria-label={`Token for ${host}`} data-testid="token" data-state={stateOf(known)}>
      <p className="token-head">
        <KeyRound size={16} strokeWidth={1.75} aria-hidden />
        <strong>Token for {host}</strong>
        <span className="soft">{wordsFor(known, optional)}</span>
        {known !== null && <Forget host={host} />}
      </p>
      {known?.inMemory !== true && (known?.kept === true ? <Unlock host={host} /> : <Give host={host} scope={scope} />)}
    </section>
  );
}

type Known = { readonly inMemory: boolean; readonly kept: boolean } | null;
const stateOf = (known: Known): "none" | "in memory" | "locked" =>
  known === null ? "none" : known.inMemory ? "in memory" : known.kept ? "locked" : "none";

function wordsFor(known: Known, optional: boolean): string {
  if (known?.inMemory === true) return known.kept ? "unlocked until reload, kept encrypted" : "in memory, gone on reload";
  if (known?.kept === true) return "kept encrypted, locked";
  return optional ? "none, if the host asks for none" : "none yet";
}

export function Forget({ host }: { readonly host: string }) {
  const fixgate = useFixgate();
  return (
    <Button tone="quiet" icon={Trash2} testId="token-forget" onClick={() => void fixgate.forgetToken(host)}>
      Forget
    </Button>
  );
}

function Give({ host, scope }: { readonly host: string; readonly scope: string }) {
  const fixgate = useFixgate();
  const [token, setToken] = useState("");
  const [keep, setKeep] = useState(false);
  const [passphrase, setPassphrase] = useState("");
  const short = keep && passphrase.length < 12;
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    if (token.trim() === "" || short) return;
    void fixgate.giveToken(host, token.trim(), keep ? passphrase : null).then(() => {
      setToken("");
      setPassphrase("");
    });
  };
  return (
    <form className="publish-form" onSubmit={submit} noValidate>
      <TextField
        label="Access token"
        type="password"
        value={token}
        hint={`${scope} It is sent to ${host} alone, in a header, never in an address.`}
        testId="token-value"
        onChange={(event) => {
          setToken(event.target.value);
        }}
      />
      <label className="token-keep">
        <input
          type="checkbox"
          checked={keep}
          data-testid="token-keep"
          onChange={(event) => {
            setKeep(event.target.checked);
          }}
        />
        Keep it in this browser, encrypted with a passphrase
      </label>
      {keep && (
        <TextField
          label="Passphrase"
          type="password"
          value={passphrase}
          error={short && passphrase !== "" ? "Twelve characters at least." : null}
          hint="This protects a copy of the disk or of the browser’s profile from whoever does not know the passphrase. It does not protect the token from an extension that may read this page, or from code running in it, while it is unlocked. A lost passphrase can’t be recovered."
          testId="token-passphrase"
          onChange={(event) => {
            setPassphrase(event.target.value);
          }}
        />
      )}
      <div className="row">
        <Button type="submit" testId="token-give" disabled={token.trim() === "" || short}>
          Use this token
        </Button>
      </div>
    </form>
  );
}

export function Unlock({ host }: { readonly host: string }) {
  const fixgate = useFixgate();
  const [passphrase, setPassphrase] = useState("");
  const [refused, setRefused] = useState(false);
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    void fixgate.unlockToken(host, passphrase).then((opened) => {
      setRefused(!opened);
    });
  };
  return (
    <form className="publish-form" onSubmit={submit} noValidate>
      <TextField
        label="Passphrase"
        type="password"
        value={passphrase}
        error={refused ? "This passphrase does not open it." : null}
        testId="token-unlock-passphrase"
        onChange={(event) => {
          setPassphrase(event.target.value);
          setRefused(false);
        }}
      />
      <div className="row">
        <Button type="submit" icon={Lock} testId="token-unlock" disabled={passphrase === ""}>
          Unlock
        </Button>
      </div>
    </form>
  );
}
