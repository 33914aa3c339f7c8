import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useFixgate } from "../fixgate-context.tsx";
import { Button, IconButton } from "../parts/button.tsx";
import { TextArea, TextField } from "../parts/field.tsx";
import { Message } from "../parts/text.tsx";
import { navigate } from "../routing/route.ts";

export function TicketForm({ onAdded }: { readonly onAdded: () => void }) {
  const fixgate = useFixgate();
  const [title, setTitle] = useState("");
  const [body, setBody] = useState("");
  const [file, setFile] = useState("");
  const [line, setLine] = useState("");
  const [acceptance, setAcceptance] = useState<readonly string[]>([""]);
  const [reasons, setReasons] = useState<readonly string[]>([]);

  const submit = async (event: React.SyntheticEvent) => {
    event.preventDefault();
    const known = idsOf(fixgate.state().repository);
    const refused = await fixgate.addTicket({
      title,
      body,
      file,
      line,
      acceptance: acceptance.filter((statement) => statement.trim() !== ""),
    });
    setReasons(refused);
    if (refused.length > 0) return;
    const added = idsOf(fixgate.state().repository).find((id) => !known.includes(id));
    if (added !== undefined) navigate({ screen: "repository", ticket: added });
    onAdded();
  };

  return (
    <form className="stack ticket-form" noValidate onSubmit={(event) => void submit(event)}>
      {reasons.length > 0 && (
        <Message tone="error" alert testId="ticket-form-error" title="It can't be a ticket yet">
          {reasons.join(" ")}
        </Message>
      )}
      <TextField
        label="Title"
        value={title}
        testId="ticket-title"
        hint="What is wrong, or what is wanted, in a line."
        onChange={(event) => {
          setTitle(event.target.value);
        }}
      />
      <TextArea
        label="Body"
        rows={8}
        value={body}
        testId="ticket-body"
        hint="What happens, what should happen, how to see it."
        onChange={(event) => {
          setBody(event.target.value);
        }}
      />
      <div className="ticket-form-place">
        <TextField
          label="File"
          mono
          placeholder="src/lock.ts"
          value={file}
          testId="ticket-file"
          onChange={(event) => {
            setFile(event.target.value);
          }}
        />
        <TextField
          label="Line"
          mono
          inputMode="numeric"
          placeholder="42"
          value={line}
          testId="ticket-line"
          onChange={(event) => {
            setLine(event.target.value);
          }}
        />
      </div>
      <fieldset className="stack">
        <legend>Done when</legend>
        {acceptance.map((statement, index) => (
          <div key={index} className="row ticket-form-statement">
            <TextField
              label={`Statement ${(index + 1).toString()}`}
              className="grow"
              value={statement}
              testId={`ticket-acceptance-${index.toString()}`}
              onChange={(event) => {
                setAcceptance(acceptance.map((other, at) => (at === index ? event.target.value : other)));
              }}
            />
            {acceptance.length > 1 && (
              <IconButton
                label={`Remove statement ${(index + 1).toString()}`}
                icon={X}
                onClick={() => {
                  setAcceptance(acceptance.filter((_, at) => at !== index));
                }}
              />
            )}
          </div>
        ))}
        <div>
          <Button
            tone="quiet"
            icon={Plus}
            onClick={() => {
              setAcceptance([...acceptance, ""]);
            }}
          >
            Another statement
          </Button>
        </div>
      </fieldset>
      <div>
        <Button type="submit" tone="primary" testId="ticket-submit">
          Add the ticket
        </Button>
      </div>
    </form>
  );
}

function idsOf(repository: ReturnType<ReturnType<typeof useFixgate>["state"]>["repository"]): readonly string[] {
  return repository.kind === "open" ? repository.tickets.map(({ ticket }) => ticket.id) : [];
}
