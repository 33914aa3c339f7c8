import { useState } from "react";
import { nameProblem } from "./rules";

export function SignUp({ onSend }: { onSend: (name: string) => void }) {
  const [name, setName] = useState("");
  const problem = nameProblem(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(name.trim());
      }}
    >
      <label>
        Name <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      {name !== "" && problem !== null ? <p role="alert">{problem}</p> : null}
      <button type="submit">Sign up</button>
    </form>
  );
}
