import { useRef, useState } from "react";
import type { ModelChoice, ModelListing, ModelState } from "../../app/fixgate.ts";
import type { Probe } from "../../app/ports/index.ts";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { SelectField } from "../parts/field.tsx";
import { useAnswer } from "../parts/hooks.ts";
import { Progress } from "../parts/progress.tsx";
import { Message } from "../parts/text.tsx";
import { bytesOf } from "../parts/words.ts";
import { TextSetting } from "./setting-fields.tsx";

const BACKENDS: readonly (readonly [backend: ModelChoice["backend"], label: string, about: string])[] = [
  [
    "scripted",
    "Scripted replies",
    "Written in advance, kept beside the demos. Said to be so on every screen and on the receipt. The gates are real.",
  ],
  ["web-llm", "web-llm, in this browser", "Weights are fetched once and kept by the browser. Needs WebGPU."],
  ["wllama", "wllama, in this browser", "A GGUF file, on the processor. Slower, and needs no GPU."],
  [
    "openai-compatible",
    "A server of your own",
    "llama.cpp, Ollama, LM Studio and others on this machine. It has to allow this page (CORS).",
  ],
];

export function ModelSettings({ which }: { readonly which: "model" | "reviewerModel" }) {
  const fixgate = useFixgate();
  const choice = useAppState((state) => state.settings[which]);
  const model = useAppState((state) => state.models[which]);
  const [probe, setProbe] = useState<{ readonly of: string; readonly result: Probe } | null>(null);
  const save = (changed: ModelChoice) =>
    void fixgate.updateSettings(which === "model" ? { model: changed } : { reviewerModel: changed });
  const key = JSON.stringify(choice);

  return (
    <div className="stack model-settings">
      <SelectField
        label="Answers come from"
        value={choice.backend}
        testId={`set-${which}-backend`}
        hint={BACKENDS.find(([backend]) => backend === choice.backend)?.[2]}
        onChange={(event) => {
          save(emptyChoice(event.target.value as ModelChoice["backend"]));
        }}
      >
        {BACKENDS.map(([backend, label]) => (
          <option key={backend} value={backend}>
            {label}
          </option>
        ))}
      </SelectField>

      {choice.backend === "scripted" && which === "model" && <ScriptPicker />}
      {choice.backend === "web-llm" && (
        <WebLlmModels
          value={choice.model}
          testId={`set-${which}-web-llm`}
          onChoose={(id) => {
            save({ backend: "web-llm", model: id });
          }}
        />
      )}
      {choice.backend === "wllama" && (
        <TextSetting
          label="Model file"
          value={choice.modelUrl}
          placeholder="https://…/model.gguf"
          testId={`set-${which}-wllama`}
          hint="The address of a GGUF file that this page may read."
          onSave={(modelUrl) => {
            save({ backend: "wllama", modelUrl });
          }}
        />
      )}
      {choice.backend === "openai-compatible" && (
        <>
          <TextSetting
            label="Base address"
            value={choice.baseUrl}
            placeholder="http://localhost:8080/v1"
            testId={`set-${which}-base-url`}
            onSave={(baseUrl) => {
              save({ ...choice, baseUrl });
            }}
          />
          <TextSetting
            label="Model"
            value={choice.model}
            placeholder="as the server names it"
            testId={`set-${which}-name`}
            onSave={(name) => {
              save({ ...choice, model: name });
            }}
          />
        </>
      )}

      {choice.backend !== "scripted" && (
        <div>
          <Button
            testId={`probe-${which}`}
            disabled={model.kind === "probing"}
            onClick={() => {
              void fixgate.probeModel(which).then((result) => {
                setProbe({ of: key, result });
              });
            }}
          >
            {model.kind === "probing" ? "Looking" : "Can it run here?"}
          </Button>
        </div>
      )}
      {probe !== null && probe.of === key && <ProbeResult probe={probe.result} />}
      <LoadState state={model} />
    </div>
  );
}

function ScriptPicker() {
  const fixgate = useFixgate();
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string | null>(null);
  return (
    <div className="row row-wrap">
      <Button testId="script-pick" onClick={() => picker.current?.click()}>
        Replies from a file
      </Button>
      <span className="quiet small">
        {name === null ? "JSON with tickets and replies. Without one, the demo’s own are used." : `${name} was handed over.`}
      </span>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,application/json"
        data-testid="script-input"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file === undefined) return;
          setName(file.name);
          void fixgate.useScript(file);
        }}
      />
    </div>
  );
}

function ProbeResult({ probe }: { readonly probe: Probe }) {
  const facts = [
    probe.downloadBytes === undefined ? null : `${bytesOf(probe.downloadBytes)} to download`,
    probe.memoryBytes === undefined ? null : `${bytesOf(probe.memoryBytes)} of memory`,
  ].filter((fact) => fact !== null);
  return (
    <Message
      tone={probe.usable ? "info" : "error"}
      testId="probe-result"
      title={probe.usable ? "It can run here" : "It can't run here"}
      alert={!probe.usable}
    >
      {probe.reason}
      {facts.length > 0 && ` ${facts.join(", ")}.`}
    </Message>
  );
}

function LoadState({ state }: { readonly state: ModelState }) {
  if (state.kind === "loading")
    return (
      <div className="stack" data-testid="model-loading">
        <p className="soft">
          {{ fetch: "1 of 3, fetching", load: "2 of 3, loading", compile: "3 of 3, compiling shaders" }[state.progress.phase]}.{" "}
          {state.progress.text}
        </p>
        <Progress label="Loading the model" done={state.progress.fraction} total={1} />
      </div>
    );
  if (state.kind === "failed" && state.error.kind !== "cancelled")
    return (
      <Message tone="error" advice={state.error.advice} testId="model-error">
        {state.error.message}
      </Message>
    );
  if (state.kind === "ready") return <p className="tone-pass">Loaded and ready.</p>;
  return null;
}

function WebLlmModels({
  value,
  onChoose,
  testId,
}: {
  readonly value: string;
  readonly onChoose: (id: string) => void;
  readonly testId: string;
}) {
  const fixgate = useFixgate();
  const answer = useAnswer("models", () => fixgate.modelList());
  if (answer.failed) return <Message tone="error">The list of models could not be read.</Message>;
  const models = answer.value ?? [];
  const chosen = models.find((model) => model.id === value);
  return (
    <SelectField
      label="Model"
      value={value}
      testId={testId}
      hint={chosen === undefined ? "Small models answer sooner; from 7B on they get more tickets right." : factsOf(chosen)}
      onChange={(event) => {
        onChoose(event.target.value);
      }}
    >
      <option value="">{answer.value === null ? "reading the list" : "choose one"}</option>
      {value !== "" && chosen === undefined && <option value={value}>{value}</option>}
      {models.map((model) => (
        <option key={model.id} value={model.id}>
          {model.label}
          {model.downloadBytes === null ? "" : `, ${bytesOf(model.downloadBytes)}`}
        </option>
      ))}
    </SelectField>
  );
}

function factsOf(model: ModelListing): string {
  return [
    model.downloadBytes === null ? null : `${bytesOf(model.downloadBytes)} to download`,
    model.memoryBytes === null ? null : `${bytesOf(model.memoryBytes)} of GPU memory`,
    model.needsF16 ? "needs f16 shaders" : "runs without f16 shaders",
  ]
    .filter((fact) => fact !== null)
    .join(", ");
}

function emptyChoice(backend: ModelChoice["backend"]): ModelChoice {
  switch (backend) {
    case "scripted":
      return { backend };
    case "web-llm":
      return { backend, model: "" };
    case "wllama":
      return { backend, modelUrl: "" };
    case "openai-compatible":
      return { backend, baseUrl: "http://localhost:8080/v1", model: "" };
  }
}
