import { useAppState } from "../fixgate-context.tsx";
import { Forget, Unlock } from "../run/publish/token-form.tsx";

/** Which hosts a token is known for. It is given where it is used, beside what it must be able to do. */
export function TokenSettings() {
  const tokens = useAppState((state) => state.tokens);
  if (tokens.length === 0)
    return (
      <p className="soft">
        None. A token is given where a private repository is opened or a change is published, beside what it must be able to do.
      </p>
    );
  return (
    <ul className="token-list">
      {tokens.map(({ host, inMemory, kept }) => (
        <li key={host} data-testid={`known-token-${host}`}>
          <span className="mono">{host}</span>
          <span className="soft">
            {[inMemory ? "in memory, gone on reload" : "", kept ? "kept, encrypted with your passphrase" : ""]
              .filter((part) => part !== "")
              .join("; ")}
          </span>
          <Forget host={host} />
          {kept && !inMemory && <Unlock host={host} />}
        </li>
      ))}
    </ul>
  );
}
