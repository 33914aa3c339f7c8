/** `npm run check`: types, rules, form, boundaries, dead code. Every step runs, also when one before it has failed. */
import { spawn } from "node:child_process";
import { ensureInstalled, ROOT } from "./prepare.mjs";

/** What an earlier check knows of a file that has not changed. A rule that asks for types may look into other files: where it must hold, look anew. */
const kept = (tool) =>
  process.env.CI === undefined ? ["--cache", "--cache-strategy", "content", "--cache-location", `.cache/${tool}`] : [];

const STEPS = [
  ["eslint", ["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0", ...kept("eslint")]],
  ["types", ["node_modules/typescript/bin/tsc", "-p", "."]],
  ["types of the core", ["node_modules/typescript/bin/tsc", "-p", "src/core"]],
  ["prettier", ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", ".", ...kept("prettier")]],
  [
    "boundaries",
    ["node_modules/dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.cjs", "src", "workers", "e2e"],
  ],
  ["dead code", ["node_modules/knip/bin/knip.js", "--no-progress"]],
];

function step([name, args]) {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => (output += String(error)));
    child.on("close", (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? "✓" : "✕"} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trimEnd());
      resolve(code === 0);
    });
  });
}

await ensureInstalled();
const only = process.argv.slice(2);
const queue = STEPS.filter(([name]) => only.length === 0 || only.includes(name));
let failed = 0;
const lane = async () => {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) if (!(await step(next))) failed++;
};
await Promise.all([lane(), lane()]);
if (failed > 0) console.log(`${failed} of the checks failed`);
process.exitCode = failed === 0 ? 0 : 1;
