/** A server that answers as GitLab's public REST documentation says, as far as reading a project goes; objects by real git. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { git } from "./git-repository.ts";
import type { SeenRequest } from "./git-http-server.ts";
import { openObjectReader, type ObjectReader } from "./object-reader.ts";

export interface GitLabTreeRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly mode: string;
}

export interface GitLabServer {
  /** With `/api/v4`. */
  readonly api: string;
  readonly requests: SeenRequest[];
  readonly settings: { token: string | null; privateProject: string | null; rateLimited: boolean; perPage: number };
  readonly mergeRequests: Map<string, string>;
  /** What a host that is broken or lies would answer instead. */
  readonly faults: {
    tree: ((rows: readonly GitLabTreeRow[]) => readonly GitLabTreeRow[]) | null;
    blob: ((oid: string, bytes: Buffer) => Buffer) | null;
  };
  readonly close: () => Promise<void>;
}

export async function serveGitLab(root: string): Promise<GitLabServer> {
  const requests: SeenRequest[] = [];
  const readers = new Map<string, ObjectReader>();
  const mergeRequests = new Map<string, string>();
  const faults: GitLabServer["faults"] = { tree: null, blob: null };
  const settings: GitLabServer["settings"] = { token: null, privateProject: null, rateLimited: false, perPage: 100 };

  const answer = async (
    url: URL,
    authorization: string | undefined,
  ): Promise<{ readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }> => {
    const missing = { status: 404, body: { message: "404 Project Not Found" } };
    if (settings.rateLimited) return { status: 429, body: { message: "Retry later" }, headers: { "retry-after": "60" } };
    const [, encoded = "", path = ""] = /^\/api\/v4\/projects\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
    const project = decodeURIComponent(encoded);
    const folder = join(root, project);
    if (authorization !== undefined && authorization !== `Bearer ${settings.token ?? ""}`)
      return { status: 401, body: { message: "401 Unauthorized" } };
    if (project === "" || !existsSync(folder) || (settings.privateProject === project && authorization === undefined))
      return missing;
    const resolve = (rev: string): string | null => {
      try {
        return git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${rev}^{commit}`]);
      } catch {
        return null;
      }
    };
    if (path === "") {
      const empty = resolve("HEAD") === null;
      return {
        status: 200,
        body: {
          id: 1,
          default_branch: empty ? null : git(folder, ["symbolic-ref", "--short", "HEAD"]),
          empty_repo: empty,
          web_url: `https://gitlab.com/${project}`,
        },
      };
    }
    const [, request = ""] = /^\/merge_requests\/(\d+)$/.exec(path) ?? [];
    if (request !== "")
      return mergeRequests.has(request)
        ? { status: 200, body: { iid: Number(request), sha: mergeRequests.get(request) } }
        : missing;
    const [, ref = ""] = /^\/repository\/commits\/([^/]+)$/.exec(path) ?? [];
    if (ref !== "") {
      const id = resolve(decodeURIComponent(ref));
      return id === null
        ? { status: 404, body: { message: "404 Commit Not Found" } }
        : { status: 200, body: commitBody(folder, id) };
    }
    const [, blob = ""] = /^\/repository\/blobs\/([0-9a-f]{40})\/raw$/.exec(path) ?? [];
    if (blob !== "") {
      const reader = readers.get(project) ?? openObjectReader(folder);
      readers.set(project, reader);
      const object = await reader.read(blob);
      return object === null ? missing : { status: 200, body: faults.blob?.(blob, object.bytes) ?? object.bytes };
    }
    if (path === "/repository/tree") {
      const listed = git(folder, ["ls-tree", "-z", "-r", "-t", url.searchParams.get("ref") ?? "HEAD"])
        .split("\0")
        .filter((row) => row !== "")
        .map((row) => {
          const [, mode = "", type = "", id = "", name = ""] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(row) ?? [];
          return { id, name: name.slice(name.lastIndexOf("/") + 1), type, path: name, mode };
        });
      const rows = faults.tree?.(listed) ?? listed;
      const from = Number(url.searchParams.get("page_token") ?? "0");
      const next = from + settings.perPage;
      const link = new URL(url.href);
      link.searchParams.set("page_token", String(next));
      return {
        status: 200,
        body: rows.slice(from, next),
        headers: next < rows.length ? { link: `<${link.href}>; rel="next"` } : {},
      };
    }
    return missing;
  };

  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "Authorization, Content-Type, Private-Token");
    response.setHeader(
      "access-control-expose-headers",
      "Link, X-Total, X-Next-Page, RateLimit-Remaining, RateLimit-Reset, Retry-After",
    );
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    answer(new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`), request.headers.authorization)
      .catch((cause: unknown) => ({ status: 500, body: { message: String(cause) }, headers: {} }))
      .then(({ status, body, headers }) => {
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
      })
      .catch(() => {
        response.destroy();
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    api: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api/v4`,
    requests,
    settings,
    mergeRequests,
    faults,
    close: async () => {
      for (const reader of readers.values()) reader.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function commitBody(folder: string, id: string): object {
  const fields = git(folder, [
    "show",
    "-s",
    "--date=iso-strict",
    "--format=%P%x00%an%x00%ae%x00%ad%x00%cn%x00%ce%x00%cd%x00%B",
    id,
  ]);
  const [parents = "", author = "", email = "", authored = "", committer = "", committerEmail = "", committed = "", message = ""] =
    fields.split("\0");
  return {
    id,
    parent_ids: parents.split(" ").filter((parent) => parent !== ""),
    author_name: author,
    author_email: email,
    authored_date: authored,
    committer_name: committer,
    committer_email: committerEmail,
    committed_date: committed,
    message,
  };
}
