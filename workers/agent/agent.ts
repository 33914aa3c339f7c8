/** Entry of an agent's worker: plumbing. What an agent does stands in run-role.ts. */
import { expose, releaseProxy, wrap } from "comlink";
import type { AgentApi, ModelPort } from "../../src/protocol/agent-run.ts";
import type { Workspace } from "../../src/protocol/workspace.ts";
import { runRole } from "./run-role.ts";

const api: AgentApi = {
  async run(input, ports, onReply) {
    // Held until the end: a proxy that is collected closes its port, and the call behind it would hang.
    const workspace = wrap<Workspace>(ports.workspace);
    const model = wrap<ModelPort>(ports.model);
    try {
      return await runRole(input, { workspace, model, onReply });
    } finally {
      workspace[releaseProxy]();
      model[releaseProxy]();
    }
  },
};

expose(api);
