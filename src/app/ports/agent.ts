/** Who runs a role: one disposable worker for each call, holding a workspace port and a way to ask the model, and nothing else. */
import type { Result } from "../../core/result.ts";
import type { AgentBrief, AgentError, AgentOutcome, AgentReply } from "../../protocol/agent-run.ts";
import type { ModelBackend } from "./model-backend.ts";

export type { AgentBrief, AgentError, AgentOutcome, AgentReply } from "../../protocol/agent-run.ts";

export interface AgentRunner {
  run(input: {
    readonly attempt: number;
    readonly brief: AgentBrief;
    readonly workspace: MessagePort;
    readonly model: ModelBackend;
    readonly signal: AbortSignal;
    readonly onText: (text: string, tokens: number) => void;
    readonly onReply: (reply: AgentReply) => void;
  }): Promise<Result<AgentOutcome, AgentError>>;
}
