/** The `data:` lines of a text/event-stream (WHATWG HTML, "server-sent events"), however the bytes were cut on the way. */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      buffer += done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (done && buffer !== "") buffer += "\n\n";
      let end: number;
      while ((end = buffer.search(/\r\n|\n|\r(?!$)/)) >= 0) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (buffer.startsWith("\r\n", end) ? 2 : 1));
        if (line === "") {
          if (data.length > 0) yield data.join("\n");
          data = [];
        } else if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
      }
      if (done) {
        if (data.length > 0) yield data.join("\n");
        return;
      }
    }
  } finally {
    // Whoever stops listening also stops the sender.
    await reader.cancel().catch(() => undefined);
  }
}
