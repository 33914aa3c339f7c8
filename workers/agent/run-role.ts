/**
 * One turn of one role: read through the workspace, ask the model, read its reply, lay the edits over the files through
 * the workspace. Nothing is written before a whole reply could be used, so a second try never builds on half of a first.
 */
import {
  budgetFor,
  fixerPrompt,
  nonceOf,
  parseEdits,
  retryPrompt,
  reviewerPrompt,
  reviewGrammar,
  reviewSchema,
  seedOf,
  testWriterPrompt,
  type PromptBudget,
  type PromptMessage,
} from "../../src/core/role/index.ts";
import type { DeniedWrite } from "../../src/core/evidence/index.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import type { AgentBrief, AgentError, AgentInput, AgentOutcome, AgentReply, ModelPort } from "../../src/protocol/agent-run.ts";
import type { Generation } from "../../src/protocol/model-request.ts";
import type { Workspace } from "../../src/protocol/workspace.ts";
import { carryOut, planEdits } from "./carry-out-edits.ts";
import { fixerContext, testWriterContext } from "./gather-context.ts";

export interface RolePorts {
  readonly workspace: Workspace;
  readonly model: ModelPort;
  /** Awaited, so that every reply is in the journal before the turn ends. */
  readonly onReply: (reply: AgentReply) => void | Promise<void>;
}

/** The first try and two more. */
const TRIES = 3;

export async function runRole(input: AgentInput, ports: RolePorts): Promise<Result<AgentOutcome, AgentError>> {
  const { brief, attempt, capabilities } = input;
  const { role, ticket } = brief;
  const { messages, nonce, budget } = await fittingPrompt(input, ports);
  const grammar = grammarFor(brief, capabilities.grammar);
  let asked = messages;
  let last = null as { readonly text: string; readonly problem: string; readonly denied: readonly DeniedWrite[] } | null;

  for (let retry = 0; retry < TRIES; retry += 1) {
    const generated = await ports.model.generate({
      purpose: { ticket: ticket.id, role, attempt, retry },
      messages: asked,
      maxTokens: budget.answer,
      temperature: retry === 0 ? 0.2 : 0.6,
      seed: seedOf(ticket.id, role, attempt, retry),
      stop: [],
      ...(grammar === null ? {} : { grammar }),
    });
    if (!generated.ok)
      return err(generated.error.kind === "cancelled" ? { kind: "cancelled" } : { kind: "model", error: generated.error });
    const { text, tokens, ms } = generated.value;
    // A backend without sampling says the same thing again: that is no new reply.
    if (!capabilities.seed && last?.text === text) break;
    const used = await useReply(brief, generated.value, ports.workspace);
    await ports.onReply({ text, tokens, ms, problem: used.problem });
    if (used.problem === null) return ok({ role, reply: text, denied: used.denied });
    last = { text, problem: used.problem, denied: used.denied };
    asked = retryPrompt(messages, { reply: text, problem: used.problem, role }, nonce, budget);
  }

  if (last === null) return err({ kind: "lost", message: `the ${role} got no reply`, advice: "Run the ticket again." });
  // The review gate reads the reviewer's reply, whatever it is; and a turn in which all was denied did happen.
  if (role === "reviewer" || last.denied.length > 0) return ok({ role, reply: last.text, denied: last.denied });
  return err({
    kind: "unusable-reply",
    message: `the ${role}'s reply could not be used: ${last.problem}`,
    advice: "Run the ticket again, or choose a larger model in the settings.",
  });
}

async function useReply(
  brief: AgentBrief,
  generated: Generation,
  workspace: Workspace,
): Promise<{ readonly problem: string | null; readonly denied: readonly DeniedWrite[] }> {
  const refused = (problem: string) => ({ problem, denied: [] });
  if (generated.finish === "length")
    return refused(`The reply was cut off after ${String(generated.tokens)} tokens, before its end. Answer shorter.`);
  if (brief.role === "reviewer") return readableReview(generated.text);
  const edits = parseEdits(generated.text);
  if (!edits.ok) return refused(edits.error.message);
  const plan = await planEdits(edits.value, workspace);
  if (!plan.ok) return refused(plan.error.message);
  const done = await carryOut(plan.value, workspace);
  if (done.applied === 0 && done.denied.length > 0)
    return { problem: done.denied.map((denied) => denied.message).join("\n"), denied: done.denied };
  return { problem: null, denied: done.denied };
}

/** Only whether there is an object at all: what it says is for the gate. */
function readableReview(text: string): { readonly problem: string | null; readonly denied: readonly DeniedWrite[] } {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  let problem: string | null = "The reply holds no JSON object that can be read.";
  if (from >= 0 && to > from)
    try {
      JSON.parse(text.slice(from, to + 1));
      problem = null;
    } catch {
      // Said in `problem`.
    }
  return { problem, denied: [] };
}

function grammarFor(brief: AgentBrief, kind: AgentInput["capabilities"]["grammar"]): string | null {
  if (brief.role !== "reviewer") return null;
  if (kind === "gbnf") return reviewGrammar(brief.candidate, brief.statements);
  return kind === "json-schema" ? reviewSchema(brief.candidate, brief.statements) : null;
}

interface Prompt {
  readonly messages: readonly PromptMessage[];
  readonly nonce: string;
  readonly budget: PromptBudget;
}

/** Budgets are estimates; the model's own count decides, and a prompt that leaves no room for the answer is made smaller. */
async function fittingPrompt(input: AgentInput, ports: RolePorts): Promise<Prompt> {
  const { contextTokens } = input.capabilities;
  let context = contextTokens;
  const build = await promptBuilder(input.brief, ports.workspace, budgetFor(contextTokens));
  for (let tries = 0; ; tries += 1) {
    const budget = budgetFor(context);
    const prompt = build(budget);
    const tokens = await ports.model.countTokens(prompt.messages.map((message) => message.content).join("\n"));
    if (tokens + budget.answer <= contextTokens || tries === 3) return { ...prompt, budget };
    context = Math.floor(context * 0.75);
  }
}

async function promptBuilder(
  brief: AgentBrief,
  workspace: Workspace,
  widest: PromptBudget,
): Promise<(budget: PromptBudget) => Omit<Prompt, "budget">> {
  const { ticket } = brief;
  switch (brief.role) {
    case "fixer": {
      const files = await fixerContext(ticket, workspace, widest);
      const nonce = nonceOf([ticket.title, ticket.body, brief.feedback ?? "", ...files.map((file) => file.text)]);
      return (budget) => ({ nonce, messages: fixerPrompt({ nonce, budget, ticket, feedback: brief.feedback, files }) });
    }
    case "test-writer": {
      const { signatures, examples } = await testWriterContext(ticket, brief.changedPaths, workspace);
      const { changedPaths, feedback } = brief;
      const nonce = nonceOf([
        ticket.title,
        ticket.body,
        feedback ?? "",
        ...changedPaths,
        ...[...signatures, ...examples].map((file) => file.text),
      ]);
      return (budget) => ({
        nonce,
        messages: testWriterPrompt({ nonce, budget, ticket, feedback, changedPaths, signatures, examples }),
      });
    }
    case "reviewer": {
      const { candidate, statements, diff, verdicts } = brief;
      const nonce = nonceOf([ticket.title, ticket.body, candidate, diff, verdicts, ...statements]);
      return (budget) => ({ nonce, messages: reviewerPrompt({ nonce, budget, ticket, candidate, statements, diff, verdicts }) });
    }
  }
}
