import { Duplex, PassThrough, pipeline, Readable, Transform, Writable } from "node:stream";
import { finished as finishedP, pipeline as pipelineP } from "node:stream/promises";
import * as consumers from "node:stream/consumers";
import * as web from "node:stream/web";
import { once } from "node:events";
import { expect, it } from "vitest";

const upper = (): Transform =>
  new Transform({
    objectMode: true,
    transform(chunk, _encoding, done) {
      done(null, String(chunk).toUpperCase());
    },
  });

it("pipeline in both forms", async () => {
  const out: unknown[] = [];
  const sink = new Writable({
    objectMode: true,
    write(chunk, _encoding, done) {
      out.push(chunk);
      done();
    },
  });
  await pipelineP(Readable.from(["a", "b"]), upper(), sink);
  expect(out).toEqual(["A", "B"]);
  const error = await new Promise((resolve) => {
    pipeline(
      Readable.from(["a"]),
      new Transform({
        transform(_chunk, _encoding, done) {
          done(new Error("broken"));
        },
      }),
      resolve,
    );
  });
  expect(error).toMatchObject({ message: "broken" });
});

it("finished and destroy", async () => {
  const done = Readable.from([]);
  done.resume();
  await finishedP(done);
  const broken = new PassThrough();
  const failed = once(broken, "error");
  broken.destroy(new Error("d"));
  expect(((await failed)[0] as Error).message).toBe("d");
});

it("operators, encodings and backpressure", async () => {
  expect(
    await Readable.from([1, 2, 3])
      .filter((one: number) => one > 1)
      .map((one: number) => one * 2)
      .toArray(),
  ).toEqual([4, 6]);
  const text = new PassThrough();
  text.setEncoding("utf8");
  text.end(Buffer.from("é"));
  expect(await text.toArray()).toEqual(["é"]);
  const slow = new Writable({
    highWaterMark: 2,
    write() {
      // never ready for more
    },
  });
  expect(slow.write("abc")).toBe(false);
});

it("consumers read a Node stream", async () => {
  expect(await consumers.text(Readable.from(["a", "b"]))).toBe("ab");
  expect(await consumers.text(Readable.from([Buffer.from([0xc3]), Buffer.from([0xa9])]))).toBe("é");
  expect(await consumers.json(Readable.from(['{"a":', "1}"]))).toEqual({ a: 1 });
  const bytes = await consumers.buffer(Readable.from([Buffer.from("x")]));
  expect(Buffer.isBuffer(bytes)).toBe(true);
  expect(bytes.toString()).toBe("x");
  expect((await consumers.arrayBuffer(Readable.from([Buffer.from("xy")]))).byteLength).toBe(2);
  expect(await (await consumers.blob(Readable.from(["b"]))).text()).toBe("b");
});

it("consumers read a web stream and an async iterable", async () => {
  const source = new web.ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("web"));
      controller.close();
    },
  });
  expect(await consumers.text(source)).toBe("web");
  const iterable = (async function* () {
    yield "i";
    await Promise.resolve();
    yield "t";
  })();
  expect(await consumers.text(iterable as never)).toBe("it");
});

it("Readable.toWeb", async () => {
  const reader = (Readable.toWeb(Readable.from(["a", "b"])) as ReadableStream<string>).getReader();
  expect([await reader.read(), await reader.read(), (await reader.read()).done]).toEqual([
    { value: "a", done: false },
    { value: "b", done: false },
    true,
  ]);
  const broken = new Readable({
    read() {
      this.destroy(new Error("broken"));
    },
  });
  await expect((Readable.toWeb(broken) as ReadableStream).getReader().read()).rejects.toThrow("broken");
  const endless = new PassThrough();
  await (Readable.toWeb(endless) as ReadableStream).cancel();
  expect(endless.destroyed).toBe(true);
});

it("Readable.fromWeb", async () => {
  const source = new web.ReadableStream({
    start(controller) {
      controller.enqueue("a");
      controller.enqueue("b");
      controller.close();
    },
  });
  expect(await Readable.fromWeb(source, { objectMode: true }).toArray()).toEqual(["a", "b"]);
  const failing = new web.ReadableStream({
    pull() {
      throw new Error("broken");
    },
  });
  await expect(Readable.fromWeb(failing).toArray()).rejects.toThrow("broken");
});

it("Writable.toWeb", async () => {
  const out: string[] = [];
  const writable = new Writable({
    write(chunk, _encoding, done) {
      out.push(String(chunk));
      setTimeout(done, 1);
    },
  });
  const writer = Writable.toWeb(writable).getWriter();
  await writer.write("a");
  await writer.write("b");
  await writer.close();
  expect(out).toEqual(["a", "b"]);
  expect(writable.writableFinished).toBe(true);
});

it("Writable.fromWeb", async () => {
  const out: unknown[] = [];
  let closed = false;
  const target = new web.WritableStream({
    write(chunk) {
      out.push(chunk);
    },
    close() {
      closed = true;
    },
  });
  await pipelineP(Readable.from(["a", "b"]), Writable.fromWeb(target, { objectMode: true }));
  expect(out).toEqual(["a", "b"]);
  expect(closed).toBe(true);
});

it("Duplex to the web and back", async () => {
  const { readable, writable } = Duplex.toWeb(upper());
  const writer = (writable as WritableStream<string>).getWriter();
  const reader = (readable as ReadableStream<string>).getReader();
  void writer.write("a");
  expect((await reader.read()).value).toBe("A");
  const through = new web.TransformStream<string, string>({
    transform(chunk, controller) {
      controller.enqueue(`${chunk}!`);
    },
  });
  const duplex = Duplex.fromWeb(through, { objectMode: true });
  duplex.end("b");
  expect((await duplex.toArray()).map(String)).toEqual(["b!"]);
});

it("Duplex.from a generator", async () => {
  const duplex = Duplex.from(async function* (source: AsyncIterable<unknown>) {
    for await (const chunk of source) yield `${String(chunk)}!`;
  });
  duplex.end("a");
  expect((await duplex.toArray()).map(String)).toEqual(["a!"]);
});
