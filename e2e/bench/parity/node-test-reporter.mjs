/** A reporter for `node --test` that writes Jest's JSON to the file that FIXGATE_NODE_TEST_OUT names. */
import fs from "node:fs";

export default async function* reporter(source) {
  const files = new Map();
  const open = new Map();
  for await (const { type, data } of source) {
    if (type === "test:start") {
      const stack = open.get(data.file) ?? [];
      stack.length = data.nesting;
      stack[data.nesting] = data.name;
      open.set(data.file, stack);
    }
    if ((type !== "test:pass" && type !== "test:fail") || data.details?.type === "suite") continue;
    const name = data.file ?? data.name;
    const titles = (open.get(data.file) ?? []).slice(0, data.nesting);
    // Node 20 reports each file as a test of its own, which it isn't. A file of which it tells no test is still named.
    if (data.nesting === 0 && fs.existsSync(data.name)) {
      if (!files.has(data.name)) files.set(data.name, { name: data.name, status: "passed", assertionResults: [] });
      continue;
    }
    const entry = files.get(name) ?? { name, status: "passed", assertionResults: [] };
    files.set(name, entry);
    const failed = type === "test:fail" && data.todo === undefined;
    if (failed) entry.status = "failed";
    entry.assertionResults.push({
      ancestorTitles: titles,
      title: data.name,
      status: data.skip !== undefined ? "skipped" : data.todo !== undefined ? "todo" : failed ? "failed" : "passed",
      failureMessages: failed ? [String(data.details?.error?.cause?.message ?? data.details?.error?.message ?? "")] : [],
    });
  }
  fs.writeFileSync(process.env.FIXGATE_NODE_TEST_OUT, JSON.stringify({ testResults: [...files.values()] }));
  yield "";
}
