import {
  Box,
  ChevronDown,
  Cpu,
  FolderGit2,
  History,
  ListChecks,
  Menu as MenuIcon,
  Moon,
  Search,
  Settings as SettingsIcon,
  Sun,
  SunMoon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { isIntegrating } from "../integration/integrating.ts";
import { classes, Hint, IconButton } from "../parts/button.tsx";
import { useMediaQuery } from "../parts/hooks.ts";
import { Menu, MenuItem, MenuLine, MenuNote } from "../parts/overlays.tsx";
import { countOf, shortOid } from "../parts/words.ts";
import { hrefOf, navigate, type Route } from "../routing/route.ts";
import { modelChoiceName, runModels, sandboxName, SCRIPTED, settingsModels } from "./identity.ts";
import { Mark } from "./mark.tsx";

export function Header({ route, onPalette }: { readonly route: Route; readonly onPalette: () => void }) {
  const narrow = useMediaQuery("(max-width: 759px)");
  return (
    <header className="header">
      <div className="header-row">
        <a className="brand" href={hrefOf({ screen: "open" })} aria-label="Fixgate: open a repository">
          <Mark />
          <span>Fixgate</span>
        </a>
        <RepositoryMenu />
        {!narrow && <Engines route={route} />}
        <span className="grow" />
        <RunningLink route={route} />
        <button
          type="button"
          className="palette-key"
          onClick={onPalette}
          aria-label="Commands"
          aria-keyshortcuts="Control+K Meta+K"
          data-testid="palette-open"
        >
          {narrow ? <Search size={16} strokeWidth={1.75} aria-hidden /> : <kbd className="kbd">{isApple() ? "⌘K" : "Ctrl K"}</kbd>}
        </button>
        {narrow ? <NarrowMenu /> : <NavLinks route={route} />}
        <ThemeToggle />
      </div>
      {narrow && (
        <div className="header-row header-engines">
          <Engines route={route} />
        </div>
      )}
    </header>
  );
}

const PLACES = [
  { screen: "history", label: "Runs", icon: History },
  { screen: "checks", label: "Check the checks", icon: ListChecks },
  { screen: "settings", label: "Settings", icon: SettingsIcon },
] as const;

function NavLinks({ route }: { readonly route: Route }) {
  return (
    <nav aria-label="Places" className="row nav-links">
      {PLACES.map(({ screen, label, icon: Icon }) => (
        <Hint key={screen} text={label}>
          <a
            className={classes("icon-button", route.screen === screen && "icon-button-on")}
            href={hrefOf({ screen })}
            aria-label={label}
            aria-current={route.screen === screen ? "page" : undefined}
            data-testid={`nav-${screen}`}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </a>
        </Hint>
      ))}
    </nav>
  );
}

function NarrowMenu() {
  return (
    <Menu label="Places" trigger={<IconButton label="Places" icon={MenuIcon} />}>
      {PLACES.map(({ screen, label, icon: Icon }) => (
        <MenuItem
          key={screen}
          onSelect={() => {
            navigate({ screen });
          }}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

function RepositoryMenu() {
  const fixgate = useFixgate();
  const repository = useAppState((state) => state.repository);
  const run = useAppState((state) => state.run);
  if (repository.kind !== "open") {
    if (run === null) return null;
    return (
      <span className="header-chip header-chip-flat truncate">
        <FolderGit2 size={16} strokeWidth={1.75} aria-hidden />
        <span className="truncate">{nameOfUrl(run.subject.repository.url)}</span>
        <span className="mono quiet">@ {shortOid(run.subject.repository.commit ?? run.subject.base)}</span>
      </span>
    );
  }
  const { source, url, commit, ref, snapshot } = repository.repository;
  return (
    <Menu
      label="Repository"
      trigger={
        <button type="button" className="header-chip truncate" data-testid="repository-menu">
          <FolderGit2 size={16} strokeWidth={1.75} aria-hidden />
          <span className="truncate">{source}</span>
          <span className="mono quiet">@ {shortOid(commit ?? snapshot.oid)}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <MenuNote>
        <span className="mono">{url}</span>
        <br />
        {ref === null ? "" : `${ref}, `}
        {countOf(snapshot.entries.length, "file")}
      </MenuNote>
      <MenuLine />
      <MenuItem
        onSelect={() => {
          navigate({ screen: "repository", ticket: null });
        }}
      >
        Tickets
      </MenuItem>
      <MenuItem
        onSelect={() => {
          fixgate.closeRepository();
          navigate({ screen: "open" });
        }}
      >
        Open another repository
      </MenuItem>
    </Menu>
  );
}

/** Which sandbox and which models: of the run on screen where there is one, else of the next run. */
function Engines({ route }: { readonly route: Route }) {
  const settings = useAppState((state) => state.settings);
  const run = useAppState((state) => state.run);
  const ofRun = route.screen === "run" && run !== null ? run.subject : null;
  const sandbox = sandboxName(ofRun?.sandbox.kind ?? settings.sandbox);
  const models = ofRun === null ? settingsModels(settings) : runModels(ofRun);
  const toSettings = (
    <>
      <MenuLine />
      <MenuItem
        onSelect={() => {
          navigate({ screen: "settings" });
        }}
      >
        Change in the settings
      </MenuItem>
    </>
  );
  return (
    <div className="row engines">
      <Menu
        label="Sandbox"
        trigger={
          <EngineButton
            icon={<Box size={16} strokeWidth={1.75} aria-hidden />}
            label="sandbox"
            value={sandbox}
            testId="header-sandbox"
          />
        }
      >
        {ofRun === null ? (
          <MenuNote>The next run uses the {sandbox} sandbox.</MenuNote>
        ) : (
          <MenuNote>
            This run: {sandbox}, {ofRun.sandbox.engine}
            <br />
            Vitest {ofRun.sandbox.vitest}, TypeScript {ofRun.sandbox.typescript}
          </MenuNote>
        )}
        {toSettings}
      </Menu>
      <Menu
        label="Models"
        trigger={
          <EngineButton
            icon={<Cpu size={16} strokeWidth={1.75} aria-hidden />}
            label="models"
            value={models}
            testId="header-models"
          />
        }
      >
        {ofRun === null ? (
          <MenuNote>
            Fixer and test-writer: {modelChoiceName(settings.model)}
            <br />
            Reviewer: {modelChoiceName(settings.reviewerModel)}
          </MenuNote>
        ) : (
          <MenuNote>
            {(["fixer", "test-writer", "reviewer"] as const).map((role) => (
              <span key={role} style={{ display: "block" }}>
                {role}: {ofRun.models[role].backend}, {ofRun.models[role].model} {ofRun.models[role].version}
              </span>
            ))}
          </MenuNote>
        )}
        {models.includes(SCRIPTED) && (
          <MenuNote>
            Scripted: the replies were written in advance and lie beside the demo. Everything after a reply is real: masks, sandbox,
            gates, export.
          </MenuNote>
        )}
        {toSettings}
      </Menu>
    </div>
  );
}

function EngineButton({
  icon,
  label,
  value,
  testId,
  ...rest
}: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly value: string;
  readonly testId: string;
} & React.ComponentProps<"button">) {
  return (
    <button type="button" className="header-chip truncate" data-testid={testId} {...rest}>
      {icon}
      <span className="engine-label quiet">{label}</span>
      <span className="truncate">{value}</span>
      <ChevronDown size={14} aria-hidden />
    </button>
  );
}

function RunningLink({ route }: { readonly route: Route }) {
  const run = useAppState((state) => state.run);
  const running = useAppState((state) => state.running);
  const integrating = useAppState(isIntegrating);
  if (integrating && route.screen !== "integration")
    return (
      <a className="running-link" href={hrefOf({ screen: "integration" })}>
        <span className="running-dot" aria-hidden />
        putting together
      </a>
    );
  if (!running || run?.end !== null || route.screen === "run") return null;
  return (
    <a className="running-link" href={hrefOf({ screen: "run", run: run.id })}>
      <span className="running-dot" aria-hidden />
      {run.subject.ticket.id} {run.paused ? "paused" : "running"}
    </a>
  );
}

const THEMES = ["system", "light", "dark"] as const;

function ThemeToggle() {
  const fixgate = useFixgate();
  const theme = useAppState((state) => state.settings.theme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <IconButton
      label={`Theme: ${theme}. Change to ${next}`}
      icon={{ system: SunMoon, light: Sun, dark: Moon }[theme]}
      testId="theme-toggle"
      onClick={() => void fixgate.updateSettings({ theme: next })}
    />
  );
}

function nameOfUrl(url: string): string {
  return url.replace(/^[a-z+]+:\/\//u, "").replace(/^github\.com\//u, "");
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.userAgent);
}
