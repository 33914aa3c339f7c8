/** The contract over the embedded sandbox, in a real Chromium, without cross-origin isolation (the harder of the two). */
import { afterAll, beforeAll } from "vitest";
import { sandboxContract } from "../contract/contract.ts";
import { embeddedSubject, type EmbeddedSubject } from "./embedded-subject.ts";

let subject: EmbeddedSubject;
beforeAll(async () => {
  subject = await embeddedSubject({ isolated: false });
}, 120_000);
afterAll(() => subject.close());

sandboxContract({
  name: "embedded",
  suite: ({ files, ask, inputs }) => subject.run(files, { ...ask, inputs }),
  typecheck: ({ files }) => subject.check(files),
});
