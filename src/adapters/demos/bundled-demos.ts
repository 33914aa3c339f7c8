/**
 * Demo repositories, their dependencies and their scripted replies, as the build packed them. A script may also come from
 * a file that the person picks, or from a URL of the page's own origin, never from elsewhere.
 */
import * as v from "valibot";
import type { BundledError, Demos, Dependencies, Script } from "../../app/ports/index.ts";
import type { DemoRepository } from "../../app/fixgate.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { parseTicketJson, type Ticket } from "../../core/ticket/index.ts";
import { parseDependencyPack } from "../../protocol/pack.ts";

const demoList = v.array(v.object({ name: v.string(), title: v.string(), description: v.string(), tickets: v.number() }));
const replies = v.record(v.string(), v.record(v.string(), v.string()));
const scriptFile = v.object({ tickets: v.array(v.unknown()), replies });

const fail = (message: string, advice: string): Result<never, BundledError> => err({ kind: "bundled", message, advice });

export function createBundledDemos({ packsBase, pageUrl }: { readonly packsBase: string; readonly pageUrl: string }): Demos {
  async function load(name: string): Promise<Result<Blob, BundledError>> {
    const url = new URL(name, packsBase);
    try {
      const response = await fetch(url);
      if (!response.ok)
        return fail(
          `${name} is not served here (HTTP ${String(response.status)}).`,
          "Build the app again: the demo packs are made by the build.",
        );
      return ok(await response.blob());
    } catch (error) {
      return fail(
        `${name} could not be loaded: ${error instanceof Error ? error.message : String(error)}.`,
        "Check that the server of this page still runs, then reload.",
      );
    }
  }
  async function loadJson(name: string): Promise<Result<unknown, BundledError>> {
    const blob = await load(name);
    if (!blob.ok) return blob;
    try {
      return ok(JSON.parse(await blob.value.text()) as unknown);
    } catch {
      return fail(`${name} is not JSON.`, "Build the app again.");
    }
  }

  return {
    async list() {
      const raw = await loadJson("demos.json");
      const parsed = raw.ok ? v.safeParse(demoList, raw.value) : null;
      return parsed?.success === true ? (parsed.output satisfies readonly DemoRepository[]) : [];
    },
    async dependencies(name) {
      const blob = await load(`${name}.deps.pack`);
      if (!blob.ok) return blob;
      const pack = await parseDependencyPack(blob.value);
      if (!pack.ok) return fail(`The packed dependencies of ${name} can't be read: ${pack.error.message}`, "Build the app again.");
      const { index, ...header } = pack.value.header;
      return ok({ ...header, files: { index, blob: pack.value.body } } satisfies Dependencies);
    },
    async script(name) {
      const raw = await loadJson(`${name}.replies.json`);
      if (!raw.ok) return raw;
      const parsed = v.safeParse(replies, raw.value);
      return parsed.success
        ? ok(scriptOf(name, [], parsed.output))
        : fail(`The scripted replies of ${name} are not in their form.`, "Build the app again.");
    },
    async scriptFrom(source) {
      let text: string;
      if (typeof source === "string") {
        const url = new URL(source, pageUrl);
        if (url.origin !== new URL(pageUrl).origin)
          return fail(
            `Scripted replies are only read from this page's own origin, not from ${url.origin}.`,
            "Pick the file itself instead.",
          );
        try {
          const response = await fetch(url);
          if (!response.ok)
            return fail(`There is no script at ${url.pathname} (HTTP ${String(response.status)}).`, "Check its address.");
          text = await response.text();
        } catch (error) {
          return fail(
            `The script could not be loaded: ${error instanceof Error ? error.message : String(error)}.`,
            "Check its address.",
          );
        }
      } else text = await source.text();
      let raw: unknown;
      try {
        raw = JSON.parse(text);
      } catch {
        return fail(
          "The script is not JSON.",
          'It has the form { "tickets": […], "replies": { "<ticket>": { "fixer-1": "…" } } }.',
        );
      }
      const parsed = v.safeParse(scriptFile, raw);
      if (!parsed.success)
        return fail(
          `The script is not in its form: ${parsed.issues[0].message}`,
          'It has the form { "tickets": […], "replies": { "<ticket>": { "fixer-1": "…" } } }.',
        );
      const tickets: Ticket[] = [];
      for (const each of parsed.output.tickets) {
        const ticket = parseTicketJson(each);
        if (!ticket.ok) return fail(`A ticket of the script can't be read: ${ticket.error.message}`, ticket.error.advice);
        tickets.push(ticket.value);
      }
      return ok(scriptOf(typeof source === "string" ? source : "picked file", tickets, parsed.output.replies));
    },
  };
}

function scriptOf(name: string, tickets: readonly Ticket[], written: v.InferOutput<typeof replies>): Script {
  return {
    name,
    tickets,
    replies(ticket, role, attempt, retry) {
      const own = written[ticket];
      if (own === undefined) return null;
      const key = `${role}-${String(attempt)}`;
      return (retry > 0 ? own[`${key}r${String(retry)}`] : undefined) ?? own[key] ?? null;
    },
  };
}
