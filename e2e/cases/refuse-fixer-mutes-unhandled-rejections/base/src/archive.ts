export type Send = (frame: number) => Promise<void>;

export async function archive(frames: readonly number[], send: Send): Promise<void> {
  for (const frame of frames) await send(frame);
}
