/** Everything that can be done from here, by name. */
import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { download } from "../parts/hooks.ts";
import { gateName } from "../parts/words.ts";
import { hrefOf, navigate } from "../routing/route.ts";
import { startBlockedBy } from "../repository/can-start.ts";

export function Palette({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="palette" aria-describedby={undefined} data-testid="palette">
          <Dialog.Title className="visually-hidden">Commands</Dialog.Title>
          <PaletteBody
            close={() => {
              onOpenChange(false);
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ close }: { readonly close: () => void }) {
  const fixgate = useFixgate();
  const state = useAppState((all) => all);
  const then = (act: () => void) => () => {
    close();
    act();
  };
  const go = (href: string) =>
    then(() => {
      location.hash = href;
    });
  const { repository, run } = state;
  const running = state.running && run?.end === null;
  const blocked = startBlockedBy(state);
  return (
    <Command label="Commands" loop>
      <Command.Input className="palette-input" placeholder="Type a command, a ticket, a gate" aria-label="Command" />
      <Command.List className="palette-list">
        <Command.Empty className="palette-empty">Nothing by that name.</Command.Empty>
        {run !== null && (
          <Command.Group heading={`Run ${run.subject.ticket.id}`}>
            {running && !run.paused && (
              <Item
                onSelect={then(() => {
                  fixgate.pauseRun();
                })}
              >
                Pause the run
              </Item>
            )}
            {running && run.paused && (
              <Item
                onSelect={then(() => {
                  fixgate.resumeRun();
                })}
              >
                Resume the run
              </Item>
            )}
            {running && (
              <Item
                onSelect={then(() => {
                  fixgate.cancelRun();
                })}
              >
                Cancel the run
              </Item>
            )}
            <Item onSelect={go(hrefOf({ screen: "run", run: run.id }))}>Show the run</Item>
            {run.end?.kind === "verified" && (
              <Item
                onSelect={then(() => {
                  void fixgate.artifacts(run.id).then((artifacts) => {
                    const patch = artifacts.find((artifact) => artifact.name.endsWith(".patch"));
                    if (patch !== undefined) download(patch.name, patch.bytes);
                  });
                })}
              >
                Download the patch
              </Item>
            )}
            {(run.attempts.at(-1)?.gates ?? []).map((gate) => (
              <Item
                key={gate.gate}
                onSelect={then(() => {
                  navigate({ screen: "run", run: run.id });
                  setTimeout(() => {
                    document.querySelector<HTMLElement>(`[data-testid="gate-${gate.gate}"] button`)?.focus();
                  }, 50);
                })}
              >
                Gate: {gateName(gate.gate)} <span className="quiet">{gate.verdict?.outcome ?? "not judged"}</span>
              </Item>
            ))}
          </Command.Group>
        )}
        {repository.kind === "open" && (
          <Command.Group heading={repository.repository.source}>
            {repository.tickets.map(({ ticket }) => (
              <Item key={`show-${ticket.id}`} onSelect={go(hrefOf({ screen: "repository", ticket: ticket.id }))}>
                <span className="mono">{ticket.id}</span> {ticket.title}
              </Item>
            ))}
            {blocked === null &&
              repository.tickets.map(({ ticket }) => (
                <Item key={`run-${ticket.id}`} onSelect={then(() => void fixgate.startRun(ticket.id))}>
                  Run {ticket.id} <span className="quiet">{ticket.title}</span>
                </Item>
              ))}
          </Command.Group>
        )}
        <Command.Group heading="Open">
          {state.demos.map((demo) => (
            <Item
              key={demo.name}
              onSelect={then(() => {
                navigate({ screen: "open" });
                void fixgate.openDemo(demo.name);
              })}
            >
              Demo: {demo.title}
            </Item>
          ))}
          <Item onSelect={go(hrefOf({ screen: "open" }))}>Open a repository</Item>
        </Command.Group>
        <Command.Group heading="Go to">
          {repository.kind === "open" && <Item onSelect={go(hrefOf({ screen: "integration" }))}>Several tickets</Item>}
          <Item onSelect={go(hrefOf({ screen: "history" }))}>Runs</Item>
          <Item onSelect={go(hrefOf({ screen: "checks" }))}>Check the checks</Item>
          <Item onSelect={go(hrefOf({ screen: "settings" }))}>Settings</Item>
        </Command.Group>
        <Command.Group heading="Theme">
          {(["system", "light", "dark"] as const).map((theme) => (
            <Item key={theme} onSelect={then(() => void fixgate.updateSettings({ theme }))}>
              Theme: {theme}
            </Item>
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  );
}

function Item({ onSelect, children }: { readonly onSelect: () => void; readonly children: ReactNode }) {
  return (
    <Command.Item className="palette-item" onSelect={onSelect}>
      {children}
    </Command.Item>
  );
}
