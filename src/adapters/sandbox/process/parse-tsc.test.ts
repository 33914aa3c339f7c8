import { describe, expect, it } from "vitest";
import { parseTscOutput } from "./parse-tsc.ts";

describe("[PS-TSC] what tsc prints", () => {
  it("places, continuations, project errors and everything else", () => {
    const output = [
      "src/a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
      "  Type 'x' does not fit.",
      "../shared/b.ts(3,1): error TS2304: Cannot find name 'y'.",
      "error TS18003: No inputs were found in config file '/tmp/x/packages/app/tsconfig.json'.",
      "node:internal/modules: boom",
      "",
    ].join("\n");
    expect(parseTscOutput(output, { folder: "packages/app", root: "/tmp/x" })).toEqual({
      diagnostics: [
        {
          path: "packages/app/src/a.ts",
          line: 1,
          column: 14,
          code: 2322,
          message: "Type 'string' is not assignable to type 'number'.\n  Type 'x' does not fit.",
        },
        { path: "packages/shared/b.ts", line: 3, column: 1, code: 2304, message: "Cannot find name 'y'." },
        { code: 18003, message: "No inputs were found in config file '<root>/packages/app/tsconfig.json'." },
      ],
      rest: ["node:internal/modules: boom"],
    });
  });

  it("a file name with parentheses is a file name", () => {
    const { diagnostics } = parseTscOutput("app/(group)/page.tsx(2,3): error TS1005: ';' expected.", { folder: "", root: "/r" });
    expect(diagnostics).toEqual([{ path: "app/(group)/page.tsx", line: 2, column: 3, code: 1005, message: "';' expected." }]);
  });
});
