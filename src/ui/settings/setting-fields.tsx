/** A field that saves what is typed, as it is typed; what can't be a setting is said and not saved. */
import { useState, type ReactNode } from "react";
import { TextField } from "../parts/field.tsx";

interface SettingField {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly testId: string;
}

export function TextSetting({
  value,
  onSave,
  mono = true,
  type = "text",
  ...rest
}: SettingField & {
  readonly value: string;
  readonly onSave: (value: string) => void;
  readonly mono?: boolean;
  readonly type?: "text" | "password";
}) {
  const [draft, setDraft] = useState(value);
  return (
    <TextField
      {...rest}
      mono={mono}
      type={type}
      value={draft}
      onChange={(event) => {
        setDraft(event.target.value);
        onSave(event.target.value.trim());
      }}
    />
  );
}

export function NumberSetting({
  value,
  onSave,
  ...rest
}: SettingField & { readonly value: number; readonly onSave: (value: number) => void }) {
  const [draft, setDraft] = useState(value.toString());
  const valid = /^\d{1,9}$/u.test(draft) && Number(draft) > 0;
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={draft}
      error={valid ? null : "A whole number above zero."}
      onChange={(event) => {
        const text = event.target.value.trim();
        setDraft(text);
        if (/^\d{1,9}$/u.test(text) && Number(text) > 0) onSave(Number(text));
      }}
    />
  );
}
