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
