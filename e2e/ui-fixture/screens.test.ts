// @vitest-environment happy-dom
/** What every screen must say, whatever it looks like: over the same still states that are looked at by eye. */
import { act } from "react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { mountFixgate } from "../../src/ui/index.tsx";
import { SCENES } from "./scenes.ts";
import { createStill } from "./still.ts";

let unmount: (() => void) | null = null;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // Narrow: the change is then the plain table, since Monaco needs a layout that this document doesn't have.
  window.matchMedia = (query) =>
    ({
      matches: query.includes("max-width"),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
});
afterEach(() => {
  act(() => unmount?.());
  document.body.innerHTML = "";
});

async function show(
  name: string,
): Promise<{ readonly app: ReturnType<typeof createStill>; readonly find: (testId: string) => HTMLElement | null }> {
  const scene = SCENES[name];
  if (scene === undefined) throw new Error(`no scene ${name}`);
  location.hash = scene.hash;
  const root = document.createElement("div");
  document.body.append(root);
  const app = createStill(scene);
  await act(async () => {
    unmount = mountFixgate(root, app);
    await Promise.resolve();
  });
  return { app, find: (testId) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`) };
}

async function click(element: HTMLElement | null): Promise<void> {
  if (element === null) throw new Error("nothing to click");
  await act(async () => {
    element.click();
    await Promise.resolve();
  });
}

describe("screens", () => {
  it.each(Object.keys(SCENES))("%s names its sandbox and its models, and nobody shouts", async (name) => {
    const { find } = await show(name);
    expect(find("header-sandbox")?.textContent).toMatch(/embedded|WebContainer/u);
    expect(find("header-models")?.textContent).toMatch(/scripted replies, real gates|qwen/u);
    expect(document.body.textContent).not.toMatch(/!(?!=)|\boops\b/iu);
  });

  it("a verdict is a word beside its colour, and what was never asked is not a pass", async () => {
    const { find } = await show("run-stuck");
    const outcome = (gate: string) => find(`gate-${gate}`)?.dataset["outcome"];
    expect([outcome("scope"), outcome("suite"), outcome("mutation"), outcome("format"), outcome("export")]).toEqual([
      "pass",
      "fail",
      "unknown",
      "not-applicable",
      "not-asked",
    ]);
    expect(find("gate-suite")?.textContent).toContain("fail");
    expect(find("gate-mutation")?.textContent).toContain("unknown");
    expect(find("gate-export")?.querySelector(".tone-pass")).toBeNull();
    expect(find("gate-mutation")?.querySelector(".tone-pass")).toBeNull();
  });

  it("a red gate says expected and received without a click", async () => {
    const { find } = await show("run-stuck");
    expect(find("gate-suite")?.textContent).toContain('expected["A-3", "A-1", "A-2"]');
    expect(find("gate-suite")?.textContent).toContain('received["A-1", "A-3", "A-2"]');
  });

  it.each([
    ["run-stuck", "stuck", "Next: investigate."],
    ["run-verified", "verified", "Next: take the patch and its receipt."],
    ["run-cancelled", "cancelled", "Next: run the ticket again when ready."],
    ["run-error", "error", "Next: Close other tabs"],
    ["run-running", "running", "attempt 2 of at most 3"],
  ])("%s ends in a bar that says %s and what to do", async (scene, end, words) => {
    const { find } = await show(scene);
    expect(find("verdict-bar")?.dataset["end"]).toBe(end);
    expect(find("verdict-bar")?.textContent).toContain(words);
  });

  it("only a verified run offers a patch", async () => {
    const verified = await show("run-verified");
    expect(verified.find("artifact-AB-3.patch")).not.toBeNull();
    act(() => unmount?.());
    const stuck = await show("run-stuck");
    expect(stuck.find("artifact-AB-3.patch")).toBeNull();
  });

  it("a denied write can be read: what, where, why", async () => {
    const { find } = await show("run-running");
    const roles = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((tab) => tab.textContent === "Roles");
    await act(async () => {
      roles?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, button: 0 }));
      await Promise.resolve();
    });
    expect(find("denied-write")?.textContent).toMatch(/write to tests\/dialog\.test\.tsx denied.*outside the fixer's mask.*WM2/u);
  });

  it("pause, resume and cancel reach the app", async () => {
    const { app, find } = await show("run-running");
    await click(find("run-pause"));
    expect(app.state().run?.paused).toBe(true);
    await click(find("run-resume"));
    expect(app.state().run?.paused).toBe(false);
    await click(find("run-cancel"));
    expect(find("verdict-bar")?.dataset["end"]).toBe("cancelled");
  });

  it("while a model is being loaded, it shows how far and can be cancelled", async () => {
    const { find } = await show("run-preparing");
    expect(find("preparing")?.textContent).toContain("1.6 of 4.3 GB");
    expect(find("preparing")?.querySelector('[data-testid="run-cancel"]')).not.toBeNull();
    expect((find("run-start") as HTMLButtonElement).disabled).toBe(true);
  });

  it("an error says what happened and what to do, and is an alert", async () => {
    const { find } = await show("open-failed");
    expect(find("open-error")?.getAttribute("role")).toBe("alert");
    expect(find("open-error")?.textContent).toMatch(/Access-Control-Allow-Origin.*Name a proxy in the settings/u);
  });

  it("a drop that is being read can be cancelled, and what arrives later opens nothing", async () => {
    const { app, find } = await show("open");
    let arrive: (file: File) => void = () => undefined;
    const entry = {
      isFile: true,
      isDirectory: false,
      fullPath: "/lockbox/a.ts",
      file: (resolve: typeof arrive) => (arrive = resolve),
    };
    const drop = new Event("drop", { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { items: [{ webkitGetAsEntry: () => entry }] } });
    await act(async () => {
      find("open-drop")?.dispatchEvent(drop);
      await Promise.resolve();
    });
    expect(document.querySelector('[role="status"]')?.textContent).toBe("Reading what was dropped: 0 files so far.");
    await act(async () => {
      find("drop-stop")?.click();
      await Promise.resolve();
    });
    expect(find("drop-stop")).toBeNull();
    await act(async () => {
      arrive(new File(["x"], "a.ts"));
      await Promise.resolve();
    });
    expect(app.state().repository.kind).toBe("none");
  });

  it("a gate that missed its own case is named, with where to look", async () => {
    await show("run-own-case");
    expect(document.body.textContent).toMatch(/does not hold its own case SU1 .*Next: open Checks/u);
  });

  it("an empty address is refused at the field", async () => {
    const { app, find } = await show("open");
    await act(async () => {
      find("open-url")?.closest("form")?.requestSubmit();
      await Promise.resolve();
    });
    expect(find("open-url")?.getAttribute("aria-invalid")).toBe("true");
    expect(app.state().repository.kind).toBe("none");
  });

  it("a run can't begin before its dependencies are there, and the reason stands beside the button", async () => {
    const { find } = await show("repository-monorepo");
    expect((find("run-start") as HTMLButtonElement).disabled).toBe(true);
    expect(document.getElementById("run-start-note")?.textContent).toContain("dependencies are still being unpacked");
  });

  it("where dependencies are missing, each way on is offered with what it costs", async () => {
    const { app, find } = await show("repository-failed");
    expect(find("deps-remedies")?.textContent).toMatch(/npx fixgate pack-deps.*results can’t be repeated/u);
    await click(find("deps-ranges"));
    expect(app.state().notice?.message).toBe("asked to install from ranges");
    expect(find("deps-remedies")).toBeNull();
  });

  it("an archive that was picked is used in place of a registry", async () => {
    const { app, find } = await show("repository-failed");
    const input = find("deps-archive-input") as HTMLInputElement;
    Object.defineProperty(input, "files", { value: [new File(["x"], "fixgate-deps.pack")] });
    await act(async () => {
      input.dispatchEvent(new Event("change", { bubbles: true }));
      await Promise.resolve();
    });
    expect(app.state().notice?.message).toBe("asked to install from an archive");
  });

  it("only the selected tickets are run, in the order of the list, and the batch can be cancelled", async () => {
    const { app, find } = await show("integration");
    expect((find("runs-start") as HTMLButtonElement).disabled).toBe(true);
    await click(find("tickets-select-LB-7"));
    await click(find("tickets-select-LB-2"));
    await click(find("runs-start"));
    expect(app.state().notice?.message).toBe("asked to run LB-2, LB-7");
    expect(find("several-LB-2")?.dataset["place"]).toBe("queued");
    expect(find("several-LB-3")?.dataset["place"]).toBe("at rest");
    expect((find("integration-start") as HTMLButtonElement).disabled).toBe(true);
    await click(find("runs-cancel"));
    expect(app.state().running).toBe(false);
    expect(find("runs-cancel")).toBeNull();
  });

  it("stuck tickets name who is left out, who is green, and each probe in between", async () => {
    const { find } = await show("integration-stuck");
    const probes = [...document.querySelectorAll<HTMLElement>('[data-testid="integration-probe"]')];
    expect(probes.map((probe) => probe.dataset["outcome"])).toEqual(["red", "green", "green", "green", "green"]);
    expect(probes.at(-1)?.dataset["leftOut"]).toBe("LB-12");
    expect(find("integration-end")?.dataset).toMatchObject({ end: "stuck", culprits: "LB-12" });
    expect(find("integration-end")?.textContent).toMatch(/red 3 observations in a row, next action investigate/u);
    expect(find("integration-culprit")?.querySelector("a")?.getAttribute("href")).toBe("#/run/r-lb-12");
    expect(find("integration-shipped")?.children).toHaveLength(11);
    expect(find("artifact-integration.series.patch")).not.toBeNull();
  });

  it("a conflict links the runs of both of its tickets, and of no other", async () => {
    await show("integration-conflict");
    const finding = document.querySelector('[data-rule="IG1"]');
    expect(finding?.textContent).toMatch(/LB-1 and LB-12 both change src\/lock\.ts, lines 12 to 14/u);
    expect([...(finding?.querySelectorAll("a") ?? [])].map((link) => link.textContent)).toEqual(["LB-1", "LB-12"]);
  });

  it("tickets that are being put together can be cancelled, and nothing ships then", async () => {
    const { find } = await show("integration-running");
    expect(find("integration-stuck")?.textContent).toContain("red 3 observations in a row: stuck, next action investigate");
    expect((find("runs-start") as HTMLButtonElement).disabled).toBe(true);
    await click(find("integration-cancel"));
    expect(find("integration-end")?.dataset["end"]).toBe("cancelled");
    expect(document.querySelector('[data-testid^="artifact-"]')).toBeNull();
  });

  it("a notice stays until it is dismissed", async () => {
    const { find } = await show("notice");
    expect(find("notice")?.textContent).toContain("storage is full");
    await click(find("notice-dismiss"));
    expect(find("notice")).toBeNull();
  });

  it("the theme goes round, and the page wears it", async () => {
    const { find } = await show("open");
    await click(find("theme-toggle"));
    expect(document.documentElement.dataset["theme"]).toBe("light");
    await click(find("theme-toggle"));
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    await click(find("theme-toggle"));
    expect(document.documentElement.dataset["theme"]).toBeUndefined();
  });
});
