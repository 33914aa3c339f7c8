/** Menu, drawer and dialog: Radix' behaviour (focus kept inside, Escape, return of focus) under our own look. */
import { X } from "lucide-react";
import { Dialog, DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

export function Menu({
  trigger,
  children,
  label,
}: {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly label: string;
}) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={6} collisionPadding={8} aria-label={label}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  onSelect,
  children,
  disabled = false,
}: {
  readonly onSelect: () => void;
  readonly children: ReactNode;
  readonly disabled?: boolean;
}) {
  return (
    <DropdownMenu.Item className="menu-item" onSelect={onSelect} disabled={disabled}>
      {children}
    </DropdownMenu.Item>
  );
}

/** Text in a menu: said, not chosen. */
export function MenuNote({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="menu-note">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="menu-line" />;
}

export function Panel({
  open,
  onOpenChange,
  title,
  description,
  shape,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: ReactNode;
  readonly shape: "drawer" | "dialog";
  readonly children: ReactNode;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className={`panel panel-${shape}`} data-testid={shape} onOpenAutoFocus={focusFirstField}>
          <header className="panel-header">
            <div className="grow">
              <Dialog.Title>{title}</Dialog.Title>
              <Dialog.Description className="soft small">{description}</Dialog.Description>
            </div>
            <Dialog.Close asChild>
              <IconButton label="Close" icon={X} />
            </Dialog.Close>
          </header>
          <div className="panel-body">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The first thing to fill in, else the panel itself: a focused Close button would be the first thing read aloud. */
function focusFirstField(event: Event): void {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  event.preventDefault();
  (panel.querySelector<HTMLElement>(".panel-body :is(input, textarea, select)") ?? panel).focus();
}
