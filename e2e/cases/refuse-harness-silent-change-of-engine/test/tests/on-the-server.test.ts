import { expect, it } from "vitest";
import { copyText } from "../src/copy-text";

it("does not throw without a stub", async () => {
  await expect(copyText("a")).resolves.toBeTypeOf("boolean");
});
