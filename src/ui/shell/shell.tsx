/**
 * What stands around every screen: header, notice, palette, live region. It also keeps the address and the app's state in
 * step, so that a repository that has opened or a run that has begun is what the person then sees.
 */
import { useEffect, useRef, useState } from "react";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { ChecksScreen } from "../checks/checks-screen.tsx";
import { HistoryScreen } from "../history/history-screen.tsx";
import { BatchProvider } from "../integration/batch.tsx";
import { isIntegrating } from "../integration/integrating.ts";
import { IntegrationScreen } from "../integration/integration-screen.tsx";
import { OpenScreen } from "../open/open-screen.tsx";
import { IconButton } from "../parts/button.tsx";
import { Message } from "../parts/text.tsx";
import { RepositoryScreen } from "../repository/repository-screen.tsx";
import { navigate, useRoute, type Route } from "../routing/route.ts";
import { RunScreen } from "../run/run-screen.tsx";
import { SettingsScreen } from "../settings/settings-screen.tsx";
import { X } from "lucide-react";
import { Boundary } from "./boundary.tsx";
import { Announcer } from "./announcer.tsx";
import { Header } from "./header.tsx";
import { Palette } from "./palette.tsx";

export function Shell() {
  const route = useRoute();
  const [paletteOpen, setPaletteOpen] = useState(false);
  useTheme();
  useRouteFollowsState(route);
  usePaletteKey(() => {
    setPaletteOpen((open) => !open);
  });
  useTitle(route);

  return (
    <div className={`shell shell-${route.screen}`}>
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <Header
        route={route}
        onPalette={() => {
          setPaletteOpen(true);
        }}
      />
      <NoticeBar />
      <main id="main" tabIndex={-1}>
        <BatchProvider>
          <Boundary key={route.screen}>
            <Screen route={route} />
          </Boundary>
        </BatchProvider>
      </main>
      <Palette open={paletteOpen} onOpenChange={setPaletteOpen} />
      <Announcer />
    </div>
  );
}

function Screen({ route }: { readonly route: Route }) {
  switch (route.screen) {
    case "open":
      return <OpenScreen />;
    case "repository":
      return <RepositoryScreen ticket={route.ticket} />;
    case "run":
      return <RunScreen run={route.run} />;
    case "integration":
      return <IntegrationScreen />;
    case "history":
      return <HistoryScreen />;
    case "settings":
      return <SettingsScreen />;
    case "checks":
      return <ChecksScreen />;
  }
}

function NoticeBar() {
  const fixgate = useFixgate();
  const notice = useAppState((state) => state.notice);
  if (notice === null) return null;
  return (
    <div className="notice-bar">
      <Message
        tone={notice.kind}
        advice={notice.advice}
        alert={notice.kind === "error"}
        testId="notice"
        action={
          <IconButton
            label="Dismiss"
            icon={X}
            testId="notice-dismiss"
            onClick={() => {
              fixgate.dismissNotice();
            }}
          />
        }
      >
        {notice.message}
      </Message>
    </div>
  );
}

function useTheme(): void {
  const theme = useAppState((state) => state.settings.theme);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
}

function useTitle(route: Route): void {
  const run = useAppState((state) => state.run);
  const repository = useAppState((state) => state.repository);
  const place =
    route.screen === "run" && run !== null
      ? `${run.subject.ticket.id} ${run.end?.kind ?? "running"}`
      : route.screen === "repository" && repository.kind === "open"
        ? repository.repository.source
        : {
            open: "",
            repository: "",
            run: "run",
            integration: "several tickets",
            history: "history",
            settings: "settings",
            checks: "check the checks",
          }[route.screen];
  useEffect(() => {
    document.title = place === "" ? "Fixgate" : `${place} · Fixgate`;
  }, [place]);
}

/**
 * A repository that opens leads to its tickets, a run that begins leads to its own screen; and a run that is named in the
 * address but isn't on screen is asked for.
 */
function useRouteFollowsState(route: Route): void {
  const fixgate = useFixgate();
  const opened = useAppState((state) => state.repository.kind);
  const run = useAppState((state) => state.run?.id ?? null);
  // While tickets are put together there is no run to be pulled away from: another one can be looked at.
  const running = useAppState((state) => state.running && !isIntegrating(state));
  const wasOpened = useRef(opened === "open" && route.screen !== "open" ? opened : "none");
  const begun = useRef<string | null>(running ? null : run);

  useEffect(() => {
    const before = wasOpened.current;
    wasOpened.current = opened;
    if (before === opened) return;
    if (opened === "open" && route.screen === "open")
      navigate({ screen: "repository", ticket: new URLSearchParams(location.search).get("ticket") });
    if (opened === "none" && route.screen === "repository") navigate({ screen: "open" });
  }, [opened, route.screen]);

  // Only what begins now: a run that goes on in the background does not pull anyone back from another screen. Where several
  // are run one after the other, their list is the place to be.
  useEffect(() => {
    if (!running || run === null || begun.current === run) return;
    begun.current = run;
    if (route.screen !== "integration") navigate({ screen: "run", run });
  }, [run, running, route.screen]);

  const wanted = route.screen === "run" ? route.run : null;
  const left = useRef(false);
  useEffect(() => {
    if (running) return;
    if (wanted === null) {
      if (left.current) fixgate.leaveRun();
      left.current = false;
      return;
    }
    left.current = true;
    if (fixgate.state().run?.id === wanted) return;
    const known = fixgate.state().runs.find((summary) => summary.run === wanted);
    // An id of an address that was typed is no RunId until the journal knows it; for one that it doesn't know, nothing is shown.
    void fixgate.showRun(known?.run ?? (wanted as Parameters<typeof fixgate.showRun>[0]));
  }, [wanted, running, fixgate]);
}

function usePaletteKey(toggle: () => void): void {
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
    };
  }, []);
}

/** The hash is the route, so the skip link may not set it. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
