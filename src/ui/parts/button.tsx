import type { LucideIcon } from "lucide-react";
import { Tooltip } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

type ButtonProps = ComponentProps<"button"> & {
  readonly tone?: "plain" | "primary" | "quiet" | "danger";
  readonly icon?: LucideIcon;
  readonly testId?: string;
};

export function Button({ tone = "plain", icon: Icon, testId, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={classes("button", `button-${tone}`, className)} data-testid={testId} {...rest}>
      {Icon !== undefined && <Icon size={16} strokeWidth={1.75} aria-hidden />}
      {children}
    </button>
  );
}

/** An icon alone: its name is for the ear, and in a tooltip for the eye. */
export function IconButton({
  label,
  icon: Icon,
  testId,
  className,
  ...rest
}: Omit<ComponentProps<"button">, "children"> & { readonly label: string; readonly icon: LucideIcon; readonly testId?: string }) {
  return (
    <Hint text={label}>
      <button type="button" aria-label={label} className={classes("icon-button", className)} data-testid={testId} {...rest}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </Hint>
  );
}

export function Hint({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tooltip" sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => name !== false && name !== null && name !== undefined && name !== "").join(" ");
}
