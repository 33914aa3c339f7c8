import { markAsUntransferable, MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { once } from "node:events";
import { expect, it, vi } from "vitest";

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

it("messages arrive in order, as copies", async () => {
  const { port1, port2 } = new MessageChannel();
  const got: unknown[] = [];
  port2.on("message", (message) => got.push(message));
  const first = { a: 1, when: new Date(5) };
  port1.postMessage(first);
  port1.postMessage(2);
  expect(got).toEqual([]);
  await pause(20);
  expect(got).toEqual([first, 2]);
  expect(got[0]).not.toBe(first);
  port1.close();
});

it("once, off and onmessage", async () => {
  const { port1, port2 } = new MessageChannel();
  const heard = vi.fn();
  const unheard = vi.fn();
  const events: unknown[] = [];
  port2.once("message", heard);
  port2.on("message", unheard);
  port2.off("message", unheard);
  (port2 as unknown as { onmessage: (event: { data: unknown }) => void }).onmessage = ({ data }) => events.push(data);
  port1.postMessage("a");
  port1.postMessage("b");
  await pause(20);
  expect(heard.mock.calls).toEqual([["a"]]);
  expect(unheard).not.toHaveBeenCalled();
  expect(events).toEqual(["a", "b"]);
  port1.close();
});

it("what came before somebody listened is kept", async () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage("early");
  await pause(5);
  expect(await once(port2, "message")).toEqual(["early"]);
  port2.close();
});

it("receiveMessageOnPort reads at once", () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage("hi");
  port1.postMessage({ a: 1 });
  expect([receiveMessageOnPort(port2), receiveMessageOnPort(port2), receiveMessageOnPort(port2)]).toEqual([
    { message: "hi" },
    { message: { a: 1 } },
    undefined,
  ]);
  port1.close();
});

it("both ends close", async () => {
  const { port1, port2 } = new MessageChannel();
  const closed = Promise.all([once(port1, "close"), once(port2, "close")]);
  port1.close();
  await closed;
  port2.on("message", () => expect.unreachable());
  port1.postMessage("late");
  await pause(10);
});

it("buffers are transferred, unless they are marked", () => {
  const { port1, port2 } = new MessageChannel();
  const bytes = new ArrayBuffer(8);
  port1.postMessage(bytes, [bytes]);
  expect(bytes.byteLength).toBe(0);
  expect((receiveMessageOnPort(port2)?.message as ArrayBuffer).byteLength).toBe(8);
  const kept = new ArrayBuffer(4);
  markAsUntransferable(kept);
  port1.postMessage(kept, [kept]);
  expect(kept.byteLength).toBe(4);
  expect(() => {
    port1.postMessage(() => 1);
  }).toThrow(expect.objectContaining({ name: "DataCloneError" }) as Error);
  port1.close();
});
