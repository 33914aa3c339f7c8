import { describe, expect, it } from "vitest";
import { hrefOf, parseRoute, type Route } from "./route.ts";

describe("route", () => {
  it.each<Route>([
    { screen: "open" },
    { screen: "repository", ticket: null },
    { screen: "repository", ticket: "AB-7" },
    { screen: "run", run: "a/b c%" },
    { screen: "integration" },
    { screen: "history" },
    { screen: "settings" },
    { screen: "checks" },
  ])("%j comes back from its own address", (route) => {
    expect(parseRoute(hrefOf(route))).toEqual(route);
  });

  it.each(["", "#", "#/", "#/nowhere", "#/run", "#/run/"])("%j is the open screen", (hash) => {
    expect(parseRoute(hash)).toEqual({ screen: "open" });
  });

  it("an address with a broken escape is kept as it stands", () => {
    expect(parseRoute("#/run/%zz")).toEqual({ screen: "run", run: "%zz" });
  });
});
