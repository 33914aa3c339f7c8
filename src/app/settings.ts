/** Settings as they are kept; what was stored by an older version or by another hand is parsed like any other input. */
import * as v from "valibot";
import type { Settings } from "./fixgate.ts";

const modelChoice = v.variant("backend", [
  v.object({ backend: v.literal("scripted") }),
  v.object({ backend: v.literal("web-llm"), model: v.string() }),
  v.object({ backend: v.literal("wllama"), modelUrl: v.string() }),
  v.object({ backend: v.literal("openai-compatible"), baseUrl: v.string(), model: v.string() }),
]);

const schema = v.object({
  theme: v.picklist(["system", "light", "dark"]),
  model: modelChoice,
  reviewerModel: modelChoice,
  sandbox: v.picklist(["embedded", "webcontainer"]),
  webcontainerApiKey: v.string(),
  gitProxy: v.string(),
  githubApi: v.string(),
  githubRaw: v.string(),
  registry: v.string(),
  budget: v.object({
    attempts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
    tokens: v.pipe(v.number(), v.integer(), v.minValue(1000)),
    minutes: v.pipe(v.number(), v.minValue(1)),
    mutants: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(500)),
  }),
  author: v.object({ name: v.string(), email: v.string() }),
});

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  model: { backend: "scripted" },
  reviewerModel: { backend: "scripted" },
  sandbox: "embedded",
  webcontainerApiKey: "",
  gitProxy: "",
  githubApi: "",
  githubRaw: "",
  registry: "",
  budget: { attempts: 4, tokens: 60_000, minutes: 60, mutants: 20 },
  author: { name: "Fixgate user", email: "user@localhost" },
};

/** Field by field, so that one bad value does not cost the others. */
export function parseSettings(raw: unknown): Settings {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  if (typeof raw === "object" && raw !== null) {
    for (const [key, field] of Object.entries(schema.entries)) {
      const parsed = v.safeParse(field, (raw as Record<string, unknown>)[key]);
      if (parsed.success) settings[key] = parsed.output;
    }
  }
  return v.parse(schema, settings);
}

const calibration = v.object({ kind: v.literal("done"), right: v.number(), total: v.number(), date: v.string() });

/** Null: this model was not measured yet, or by a version whose notes can't be read. */
export function parseCalibration(raw: unknown): v.InferOutput<typeof calibration> | null {
  const parsed = v.safeParse(calibration, raw);
  return parsed.success ? parsed.output : null;
}
