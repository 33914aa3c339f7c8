/** What goes out, held against real git. */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createRoundTrip } from "../../../e2e/bench/patch-roundtrip/round-trip.ts";
import { randomChange } from "../../../e2e/bench/patch-roundtrip/random-trees.ts";
import { createObjectStore, utf8 } from "../../../src/protocol/git-objects.ts";
import { buildTree } from "../../../src/protocol/git-trees.ts";
import { decodeBase85Lines, encodeBase85Lines } from "./base85.ts";
import { branchName } from "./bundle.ts";
import { createExport } from "./index.ts";
import { diffLines, splitLines } from "../../../src/core/change-set/index.ts";
import { quotePath, unquotePath } from "./quoted-path.ts";

const roundTrip = createRoundTrip();
afterAll(() => {
  roundTrip.remove();
});

describe("patch and bundle", () => {
  it(
    "random trees and changes come out of git am, git apply --index, git fetch and our own applier as they went in",
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(randomChange, { minLength: 12, maxLength: 12 }), async (changes) => {
          expect((await roundTrip.check(changes, 0)).flat()).toEqual([]);
        }),
        // Shrinking runs git a thousand times over; the seed is printed, and the bench repeats it.
        { numRuns: 1, endOnFailure: true },
      );
      expect(roundTrip.fsck()).toBe("");
    },
  );

  const store = createObjectStore();
  const exporter = createExport(store);
  const commit = {
    author: { name: "A", email: "a@example.invalid" },
    timestamp: 1_700_000_000,
    timezoneOffset: -60,
    message: "Fix it\n\nWhy.",
    branch: "b",
  };
  const tree = (files: Record<string, string>) =>
    buildTree(
      store,
      Object.entries(files).map(([path, text]) => ({ path, mode: "100644", oid: store.putBlob(utf8(text)) })),
    );
  const base = tree({ "a.ts": "1\n2\n3\n", "b.ts": "b\n" });
  const result = tree({ "a.ts": "1\nzwei\n3\n", "b.ts": "b\n", "c.ts": "new" });

  it("reads as git format-patch writes", async () => {
    expect(await exporter.patch(base, result, commit)).toBe(`From c7276a1d3814c51a149d0a3775d10897a63f47a7 Mon Sep 17 00:00:00 2001
From: A <a@example.invalid>
Date: Tue, 14 Nov 2023 23:13:20 +0100
Subject: [PATCH] Fix it
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit

Why.

---
 a.ts | 2 +-
 c.ts | 1 +
 2 files changed, 2 insertions(+), 1 deletion(-)
 create mode 100644 c.ts

diff --git a/a.ts b/a.ts
index 01e79c32a8c99c557f0757da7cb6d65b3414466d..7e8b688c56b0b34aa02fb3d0fc66ebc3457da41e 100644
--- a/a.ts
+++ b/a.ts
@@ -1,3 +1,3 @@
 1
-2
+zwei
 3
diff --git a/c.ts b/c.ts
new file mode 100644
index 0000000000000000000000000000000000000000..3e5126c4e761fd09582fc517918a1601b218dff0
--- /dev/null
+++ b/c.ts
@@ -0,0 +1 @@
+new
\\ No newline at end of file
-- 
fixgate

`);
  });

  it.each([
    ["another base", "the context", (patch: string) => patch, "in the base, not 01e79c32a8c99c557f0757da7cb6d65b3414466d"],
    ["a changed line", "an oid", (patch: string) => patch.replace("+zwei", "+drei"), "becomes"],
    [
      "a changed context line",
      "a line",
      (patch: string) => patch.replace("\n 1\n", "\n 0\n"),
      "line 1 is not what the patch expects",
    ],
    ["a path that escapes", "a path", (patch: string) => patch.replaceAll("c.ts", "../c.ts"), "is not a path inside a repository"],
    ["a hunk cut short", "the count", (patch: string) => patch.replace(" 3\n", ""), "a hunk ends too early"],
    ["no change at all", "anything", () => "From nobody\n", "there is no change in the patch"],
    ["names that disagree", "a name", (patch: string) => patch.replace("+++ b/a.ts", "+++ b/b.ts"), "names b/b.ts"],
    [
      "an abbreviated index",
      "full oids",
      (patch: string) =>
        patch.replace(/index ([0-9a-f]{7})[0-9a-f]{33}\.\.([0-9a-f]{7})[0-9a-f]{33} 100644/, "index $1..$2 100644"),
      "no full object ids",
    ],
  ])("a patch with %s does not apply: %s is checked", async (name, _, spoil, message) => {
    const on = name === "another base" ? tree({ "a.ts": "1\n2\n", "b.ts": "b\n" }) : base;
    const applied = await exporter.applyPatch(on, spoil(await exporter.patch(base, result, commit)));
    expect(applied.ok ? "applied" : applied.error.message).toContain(message);
  });
});

describe("the parts", () => {
  it("base 85 comes back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(decodeBase85Lines(encodeBase85Lines(bytes))).toEqual({ ok: true, value: Uint8Array.from(bytes) });
      }),
    );
  });

  it("quoted paths come back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (path) => {
        fc.pre(path.isWellFormed());
        const quoted = quotePath(path);
        if (quoted.startsWith('"')) expect(unquotePath(`${quoted} rest`)).toEqual({ path, rest: " rest" });
        else expect(quoted).toBe(path);
      }),
    );
  });

  it("line ranges lead from the one text to the other", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const out: string[] = [];
        let at = 0;
        for (const range of diffLines(a, b)) {
          out.push(...a.slice(at, range.aFrom), ...b.slice(range.bFrom, range.bTo));
          expect(out.length).toBe(range.bTo);
          at = range.aTo;
        }
        expect([...out, ...a.slice(at)]).toEqual(b);
      }),
    );
  });

  it("splits lines without losing any", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(splitLines(text).join("")).toBe(text);
      }),
    );
  });

  it.each([
    ["fixgate/AB-7", "fixgate/AB-7"],
    ["a b~c^d:e?f*g[h\\i", "a-b-c-d-e-f-g-h-i"],
    ["..", "fixgate"],
    ["/x//y.lock/", "x/y"],
    ["-x", "x"],
    ["HEAD", "fixgate"],
    ["a@{1}", "a-1}"],
  ])("the branch name %j becomes %j", (raw, name) => {
    expect(branchName(raw)).toBe(name);
  });
});
