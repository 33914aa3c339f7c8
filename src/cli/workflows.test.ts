/** The workflows that people copy: they parse, and the mistakes that make such files dangerous are not in them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const step = v.looseObject({
  uses: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+\/[\w-]+@v\d+$/))),
  run: v.optional(v.string()),
  env: v.optional(v.record(v.string(), v.string())),
  with: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
});
const workflow = v.looseObject({
  name: v.string(),
  on: v.record(v.string(), v.unknown()),
  permissions: v.record(v.string(), v.picklist(["read", "write"])),
  jobs: v.record(
    v.string(),
    v.looseObject({ "runs-on": v.string(), "timeout-minutes": v.number(), steps: v.pipe(v.array(step), v.minLength(1)) }),
  ),
});
const read = (name: string): v.InferOutput<typeof workflow> =>
  v.parse(workflow, parse(readFileSync(join(import.meta.dirname, "../../.github/workflows", name), "utf8")));

describe.each(["verify.yml", "pages.yml"])("%s", (name) => {
  const { jobs } = read(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it("puts no text of a request into a script", () => {
    for (const { run } of steps) expect(run ?? "").not.toMatch(/\$\{\{/);
  });

  it("leaves no credentials in a checkout", () => {
    for (const { uses, with: inputs } of steps)
      if (uses?.startsWith("actions/checkout@") === true) expect(inputs?.["persist-credentials"]).toBe(false);
  });
});

describe("verify.yml", () => {
  const { on, permissions, jobs } = read("verify.yml");

  it("runs on a request's own event, with nothing but reading", () => {
    expect(Object.keys(on)).toEqual(["pull_request"]);
    expect(permissions).toEqual({ contents: "read" });
  });

  it("is a matrix over tickets, each of which runs fixgate verify outside of the checkout", () => {
    expect(jobs["verify"]).toMatchObject({ needs: "receipts", strategy: { "fail-fast": false } });
    const runs = Object.values(jobs).flatMap((job) => job.steps.flatMap(({ run }) => (run === undefined ? [] : [run])));
    expect(runs).toHaveLength(2);
    for (const run of runs) expect(run).toMatch(/^cd "\$RUNNER_TEMP"\n[^]*npx --yes fixgate@0 verify body\.md /);
    expect(runs[1]).toContain('--ticket "$TICKET" --repo "$GITHUB_WORKSPACE"');
  });
});

describe("Containerfile", () => {
  it("ends as somebody who is not root", () => {
    const lines = readFileSync(join(import.meta.dirname, "../../Containerfile"), "utf8").split("\n");
    expect(lines.filter((line) => /^(USER|ENTRYPOINT|CMD) /.test(line))).toEqual([
      "USER node",
      'ENTRYPOINT ["fixgate"]',
      'CMD ["serve", "--port", "4173", "--host", "0.0.0.0"]',
    ]);
  });
});
