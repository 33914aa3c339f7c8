import { describe, expect, it } from "vitest";
import { parseRepoUrl } from "./parse-repo-url.ts";

const github = (owner: string, name: string, ref: string | null) => ({
  kind: "github",
  owner,
  name,
  ref,
  apiBase: "https://api.github.com",
  rawBase: "https://raw.githubusercontent.com",
});
const gitlab = (project: string, ref: string | null) => ({ kind: "gitlab", project, ref, apiBase: "https://gitlab.com/api/v4" });
const git = (url: string, ref: string | null = null) => ({ kind: "git", url, ref, proxy: null });

describe("an address becomes a source", () => {
  it.each([
    ["demo:lockbox", { kind: "demo", name: "lockbox" }],
    ["https://github.com/unjs/ufo", github("unjs", "ufo", null)],
    [" https://www.github.com/unjs/ufo.git/ ", github("unjs", "ufo", null)],
    ["github.com/unjs/ufo", github("unjs", "ufo", null)],
    ["unjs/ufo", github("unjs", "ufo", null)],
    ["unjs/ufo#v1.2.3", github("unjs", "ufo", "v1.2.3")],
    ["git@github.com:unjs/ufo.git", github("unjs", "ufo", null)],
    ["ssh://git@github.com/unjs/ufo.git", github("unjs", "ufo", null)],
    ["https://github.com/unjs/ufo/tree/feat/x", github("unjs", "ufo", "feat/x")],
    ["https://github.com/unjs/ufo/tree/caf%C3%A9", github("unjs", "ufo", "café")],
    [
      "https://github.com/unjs/ufo/commit/0123456789012345678901234567890123456789",
      github("unjs", "ufo", "0123456789012345678901234567890123456789"),
    ],
    ["https://github.com/unjs/ufo/pull/12/files", github("unjs", "ufo", "refs/pull/12/head")],
    ["https://github.com/unjs/ufo#pr/12", github("unjs", "ufo", "refs/pull/12/head")],
    ["https://github.com/unjs/ufo#12", github("unjs", "ufo", "refs/pull/12/head")],
    ["https://github.com/unjs/ufo/releases/tag/v1", github("unjs", "ufo", "v1")],
    ["https://github.com/unjs/ufo/issues", github("unjs", "ufo", null)],
    ["https://gitlab.com/group/sub/project", gitlab("group/sub/project", null)],
    ["https://gitlab.com/group/project.git", gitlab("group/project", null)],
    ["https://gitlab.com/group/project/-/tree/main/src", gitlab("group/project", "main/src")],
    ["https://gitlab.com/group/project/-/merge_requests/7/diffs", gitlab("group/project", "refs/merge-requests/7/head")],
    ["https://gitlab.com/group/project#7", gitlab("group/project", "refs/merge-requests/7/head")],
    ["https://codeberg.org/forgejo/forgejo", git("https://codeberg.org/forgejo/forgejo")],
    ["http://localhost:3000/a/b.git#dev", git("http://localhost:3000/a/b.git", "dev")],
    ["https://git.example.invalid/x?y=1", git("https://git.example.invalid/x?y=1")],
  ])("%s", (raw, source) => {
    expect(parseRepoUrl(raw)).toEqual({ ok: true, value: source });
  });

  it("goes to the hosts that it is told", () => {
    const options = {
      githubApi: "http://127.0.0.1:1",
      githubRaw: "http://127.0.0.1:2",
      gitlabApi: "http://127.0.0.1:3",
      gitProxy: "https://proxy.example.invalid",
    };
    expect(parseRepoUrl("unjs/ufo", options)).toMatchObject({
      value: { apiBase: "http://127.0.0.1:1", rawBase: "http://127.0.0.1:2" },
    });
    expect(parseRepoUrl("https://gitlab.com/a/b", options)).toMatchObject({ value: { apiBase: "http://127.0.0.1:3" } });
    expect(parseRepoUrl("https://example.invalid/a/b", options)).toMatchObject({
      value: { proxy: "https://proxy.example.invalid" },
    });
  });
});

describe("what is no address is said to be none, with advice", () => {
  it.each([
    [""],
    ["hello"],
    ["https://"],
    ["https://github.com"],
    ["https://github.com/unjs"],
    ["https://github.com/unjs/.."],
    ["https://gitlab.com/only-group"],
    ["https://example.invalid/"],
    ["ftp://example.invalid/a"],
    ["file:///home/me/repo"],
    ["git@example.invalid:a/b.git"],
    ["javascript:alert(1)"],
    ["https://github.com/unjs/ufo#a b"],
    ["https://github.com/unjs/ufo#a..b"],
    ["demo:../x"],
  ])("%j", (raw) => {
    const parsed = parseRepoUrl(raw);
    expect(parsed).toMatchObject({ ok: false, error: { kind: "bad-url" } });
    if (!parsed.ok && "advice" in parsed.error) expect(parsed.error.advice.length).toBeGreaterThan(10);
  });

  it.each([["https://user:ghp_secret@github.com/a/b"], ["https://ghp_secret@example.invalid/a/b"]])(
    "never keeps or repeats a token: %s",
    (raw) => {
      const parsed = parseRepoUrl(raw);
      expect(parsed.ok).toBe(false);
      expect(JSON.stringify(parsed)).not.toContain("ghp_secret");
    },
  );
});
