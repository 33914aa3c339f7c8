import { useId, type ComponentProps, type ReactNode } from "react";
import { classes } from "./button.tsx";

interface FieldFrame {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly testId?: string;
  readonly mono?: boolean;
}

export function TextField({
  label,
  hint,
  error = null,
  testId,
  mono = false,
  className,
  ...rest
}: FieldFrame & ComponentProps<"input">) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} className={className}>
      <input
        id={id}
        className={classes("input", mono && "mono")}
        aria-invalid={error !== null}
        aria-describedby={describedBy(id, hint, error)}
        data-testid={testId}
        spellCheck={false}
        autoComplete="off"
        {...rest}
      />
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  error = null,
  testId,
  mono = false,
  className,
  ...rest
}: FieldFrame & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        id={id}
        className={classes("input", mono && "mono")}
        aria-invalid={error !== null}
        aria-describedby={describedBy(id, hint, error)}
        data-testid={testId}
        {...rest}
      />
    </Frame>
  );
}

export function SelectField({
  label,
  hint,
  error = null,
  testId,
  children,
  className,
  ...rest
}: FieldFrame & ComponentProps<"select">) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} className={className}>
      <select id={id} className="input" aria-describedby={describedBy(id, hint, error)} data-testid={testId} {...rest}>
        {children}
      </select>
    </Frame>
  );
}

function Frame({
  id,
  label,
  hint,
  error,
  className,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: string | null;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes("field", className)}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error !== null && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | null): string | undefined {
  const ids = [error === null ? null : `${id}-error`, hint === undefined ? null : `${id}-hint`].filter((part) => part !== null);
  return ids.length === 0 ? undefined : ids.join(" ");
}

/** One of a few, all of them in sight. */
export function Choice<T extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className="field">
      <legend className={hideLabel ? "visually-hidden" : undefined}>{label}</legend>
      <div className="choice">
        {options.map((option) => (
          <label key={option.value} className={option.value === value ? "choice-on" : undefined}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => {
                onChange(option.value);
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
