/** What this browser's WebGPU can do, asked of the adapter itself: model lists don't say what their models need. */
export type GpuState =
  | { readonly kind: "none"; readonly reason: string }
  | {
      readonly kind: "adapter";
      readonly f16: boolean;
      /** Computed by the processor: a token may take half a minute. */
      readonly software: boolean;
      readonly maxBufferBytes: number;
      readonly name: string;
    };

export async function inspectGpu(
  gpu: GPU | null = (globalThis.navigator as { readonly gpu?: GPU }).gpu ?? null,
): Promise<GpuState> {
  if (gpu === null)
    return {
      kind: "none",
      reason: globalThis.isSecureContext ? "this browser has no WebGPU" : "WebGPU needs a secure page (https or localhost)",
    };
  let adapter: GPUAdapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  } catch (error) {
    return { kind: "none", reason: `WebGPU failed: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (adapter === null) return { kind: "none", reason: "this browser has WebGPU, but no graphics adapter for it on this computer" };
  const { info } = adapter;
  return {
    kind: "adapter",
    f16: adapter.features.has("shader-f16"),
    software:
      info.isFallbackAdapter || /swiftshader|llvmpipe|software/i.test(`${info.architecture} ${info.description} ${info.device}`),
    maxBufferBytes: adapter.limits.maxStorageBufferBindingSize,
    name: [info.vendor, info.architecture].filter((part) => part !== "").join(" ") || "adapter",
  };
}
