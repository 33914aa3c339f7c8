/**
 * What a person pastes, as a source: a clone address, or the address of a page they look at (a branch, a commit, a pull
 * request). Parsed once; a password or token in an address is refused, since addresses are shown, kept and exported.
 */
import type { OpenError, RepoSource } from "../../app/ports/index.ts";
import { err, ok, type Result } from "../../core/result.ts";

export interface RepoUrlOptions {
  /** Where requests for github.com and gitlab.com addresses go; without a slash at the end. */
  readonly githubApi?: string;
  readonly githubRaw?: string;
  readonly gitlabApi?: string;
  /** Empty or absent: none. */
  readonly gitProxy?: string;
}

const bad = (message: string, advice: string): Result<never, OpenError> => err({ kind: "bad-url", message, advice });

export function parseRepoUrl(raw: string, options: RepoUrlOptions = {}): Result<RepoSource, OpenError> {
  const text = raw.trim();
  if (text === "")
    return bad("There is no address.", "Paste the address that git clone takes, or the address of the repository's page.");
  const demo = /^demo:([a-z0-9][a-z0-9-]*)$/.exec(text)?.[1];
  if (demo !== undefined) return ok({ kind: "demo", name: demo });
  const ssh = /^(?:ssh:\/\/)?(?:[\w.-]+@)([\w.-]+)(?::\d+\/|[:/])(.+)$/.exec(text);
  const isWeb = /^https?:\/\//i.test(text);
  if (ssh !== null && !isWeb) {
    const [, host = "", path = ""] = ssh;
    if (host === "github.com" || host === "gitlab.com") return parseRepoUrl(`https://${host}/${path}`, options);
    return bad(`A browser can't speak SSH to ${host}.`, `Try the HTTPS address, usually https://${host}/${path}.`);
  }
  const withScheme = isWeb
    ? text
    : /^(?:www\.)?(?:github|gitlab)\.com\//i.test(text) || /^localhost(:\d+)?\//.test(text)
      ? `https://${text}`
      : null;
  const shorthand = /^([A-Za-z0-9][A-Za-z0-9-]{0,38})\/([A-Za-z0-9._-]{1,100})(#.+)?$/.exec(text);
  if (withScheme === null && shorthand !== null) return parseRepoUrl(`https://github.com/${text}`, options);
  if (withScheme === null) {
    return /^[a-z][a-z0-9+.-]*:/i.test(text)
      ? bad(
          `Addresses that begin with ${text.slice(0, text.indexOf(":") + 1)} can't be opened from a browser.`,
          "Use the HTTPS address of the repository.",
        )
      : bad(
          `${JSON.stringify(text.slice(0, 80))} is not an address.`,
          "Paste the address that git clone takes, for example https://github.com/owner/name.",
        );
  }
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    return bad(
      "This is not a well-formed address.",
      "Paste the address that git clone takes, for example https://github.com/owner/name.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    return bad(
      "The address holds a user name, password or token.",
      "Take it out of the address and put the token into its own field: it is then sent to that host alone and kept nowhere.",
    );
  }
  const host = url.host.replace(/^www\./, "");
  if (host === "github.com") return parseGitHub(url, options);
  if (host === "gitlab.com") return parseGitLab(url, options);
  return parseGit(url, options);
}

/** `#ref`, `#pull/12`, `#12`? A bare number is a pull request; nobody names a branch so. */
function fragmentRef(url: URL): Result<string | null, OpenError> {
  if (url.hash === "") return ok(null);
  let ref: string;
  try {
    ref = decodeURIComponent(url.hash.slice(1));
  } catch {
    return bad("The part after # can't be read.", "Put a branch, a tag, a commit id or pull/<number> there.");
  }
  const pull = /^(?:pr|pull)\/?(\d+)(?:\/head)?$|^(\d{1,7})$/i.exec(ref);
  return checkedRef(pull === null ? ref : `refs/pull/${pull[1] ?? pull[2] ?? ""}/head`);
}

/** git-check-ref-format(1), as far as it matters for a request. */
function checkedRef(ref: string): Result<string, OpenError> {
  // eslint-disable-next-line no-control-regex -- control characters are what is being refused
  if (ref === "" || /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|^\/|\/$|\/\/|\.$/.test(ref)) {
    return bad(
      `${JSON.stringify(ref.slice(0, 80))} is not the name of a branch, tag or commit.`,
      "Check the part that names the branch.",
    );
  }
  return ok(ref);
}

function segmentsOf(url: URL): string[] | null {
  try {
    return url.pathname
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

function parseGitHub(url: URL, options: RepoUrlOptions): Result<RepoSource, OpenError> {
  const [owner, rawName, page, ...rest] = segmentsOf(url) ?? [];
  const name = rawName?.replace(/\.git$/, "");
  if (
    owner === undefined ||
    name === undefined ||
    !/^[A-Za-z0-9-]{1,39}$/.test(owner) ||
    !/^[A-Za-z0-9._-]{1,100}$/.test(name) ||
    /^\.{1,2}$/.test(name)
  ) {
    return bad(
      "This is an address on github.com, but not of a repository.",
      "A repository's address is https://github.com/owner/name.",
    );
  }
  let ref = fragmentRef(url);
  if (ref.ok && ref.value === null && rest.length > 0) {
    if (page === "tree" || page === "blob" || page === "commits") ref = checkedRef(rest.join("/"));
    else if (page === "commit") ref = checkedRef(rest[0] ?? "");
    else if (page === "releases" && rest[0] === "tag") ref = checkedRef(rest.slice(1).join("/"));
    else if (page === "pull" && /^\d+$/.test(rest[0] ?? "")) ref = ok(`refs/pull/${rest[0] ?? ""}/head`);
  }
  if (!ref.ok) return ref;
  return ok({
    kind: "github",
    owner,
    name,
    ref: ref.value,
    apiBase: options.githubApi ?? "https://api.github.com",
    rawBase: options.githubRaw ?? "https://raw.githubusercontent.com",
  });
}

function parseGitLab(url: URL, options: RepoUrlOptions): Result<RepoSource, OpenError> {
  const segments = segmentsOf(url) ?? [];
  const dash = segments.indexOf("-");
  const project = segments
    .slice(0, dash < 0 ? undefined : dash)
    .join("/")
    .replace(/\.git$/, "");
  const [page, ...rest] = dash < 0 ? [] : segments.slice(dash + 1);
  if (!/^[\w.-]+(\/[\w.-]+)+$/.test(project)) {
    return bad(
      "This is an address on gitlab.com, but not of a project.",
      "A project's address is https://gitlab.com/group/project.",
    );
  }
  let ref = fragmentRef(url);
  if (ref.ok && ref.value === null && rest.length > 0) {
    if (page === "tree" || page === "blob" || page === "commits" || page === "tags") ref = checkedRef(rest.join("/"));
    else if (page === "commit") ref = checkedRef(rest[0] ?? "");
    else if (page === "merge_requests" && /^\d+$/.test(rest[0] ?? "")) ref = ok(`refs/merge-requests/${rest[0] ?? ""}/head`);
  } else if (ref.ok && ref.value !== null) {
    ref = ok(ref.value.replace(/^refs\/pull\//, "refs/merge-requests/"));
  }
  if (!ref.ok) return ref;
  return ok({ kind: "gitlab", project, ref: ref.value, apiBase: options.gitlabApi ?? "https://gitlab.com/api/v4" });
}

function parseGit(url: URL, options: RepoUrlOptions): Result<RepoSource, OpenError> {
  const ref = fragmentRef(url);
  if (!ref.ok) return ref;
  if (url.pathname === "/" || url.pathname === "")
    return bad(`${url.host} is a host, not a repository.`, "Add the repository's path: the address that git clone takes.");
  const proxy = options.gitProxy?.trim() ?? "";
  if (proxy !== "" && !/^https?:\/\/[^\s/]/.test(proxy))
    return bad("The git proxy in the settings is not an address.", "Give it as https://host/path, or leave it empty.");
  const bare = new URL(url.href);
  bare.hash = "";
  return ok({ kind: "git", url: bare.href.replace(/\/+$/, ""), ref: ref.value, proxy: proxy === "" ? null : proxy });
}
