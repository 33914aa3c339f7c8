/** Entry of the model worker: web-llm's own handler, which holds the weights. Its client is src/adapters/model/web-llm-backend.ts. */
import { WebWorkerMLCEngineHandler } from "@mlc-ai/web-llm";

const handler = new WebWorkerMLCEngineHandler();

self.onmessage = (event: MessageEvent) => {
  handler.onmessage(event);
};
