/** What travels with the app: demo repositories with their dependencies, and replies that were written in advance. */
import type { Result } from "../../core/result.ts";
import type { Role } from "../../core/role/index.ts";
import type { Ticket, TicketId } from "../../core/ticket/index.ts";
import type { DemoRepository } from "../fixgate.ts";
import type { Dependencies } from "./dependencies.ts";

export type ScriptedReplies = (ticket: TicketId, role: Role, attempt: number, retry: number) => string | null;

/** Tickets and replies of a scripted run; everything that judges them is real. */
export interface Script {
  readonly name: string;
  readonly tickets: readonly Ticket[];
  readonly replies: ScriptedReplies;
}

export interface BundledError {
  readonly kind: "bundled";
  readonly message: string;
  readonly advice: string;
}

export interface Demos {
  list(): Promise<readonly DemoRepository[]>;
  dependencies(name: string): Promise<Result<Dependencies, BundledError>>;
  script(name: string): Promise<Result<Script, BundledError>>;
  /** A script file of the page's own origin, or one that the person picked. */
  scriptFrom(source: string | Blob): Promise<Result<Script, BundledError>>;
}
