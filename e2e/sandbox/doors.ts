/**
 * Ways out of a sandbox, as the bodies of asynchronous functions that know `BASE` (http://127.0.0.1:port), `WS` and `PORT`
 * of the target. Each returns a word on how far it came; one that starts with OPEN has got through. They are tried at
 * three places: in a test file, in a worker of the frame without our runtime, and in the frame's own document.
 */
export interface Door {
  readonly name: string;
  readonly body: string;
}

const door = (name: string, body: string): Door => ({ name, body });
/** Listens for what opens and what fails on an object that was made, and says which came. */
const EVENTS =
  'const heard = (it, opens, fails) => new Promise((resolve) => { it.addEventListener(opens, () => resolve("OPEN " + opens)); it.addEventListener(fails, () => resolve("refused")); });';

/** In a worker, in a test file. */
export const WORKER_DOORS: readonly Door[] = [
  door("fetch", 'return "OPEN " + (await fetch(BASE + "/fetch")).status;'),
  door("fetch without CORS", 'return "OPEN " + (await fetch(BASE + "/no-cors", { mode: "no-cors" })).type;'),
  door(
    "fetch kept alive",
    'return "OPEN " + (await fetch(BASE + "/keepalive", { method: "POST", body: "secret", keepalive: true, mode: "no-cors" })).type;',
  ),
  door("a streaming compilation", 'await WebAssembly.compileStreaming(fetch(BASE + "/wasm")); return "OPEN";'),
  door(
    "XMLHttpRequest",
    `${EVENTS} const x = new XMLHttpRequest(); x.open("GET", BASE + "/xhr"); const end = heard(x, "load", "error"); x.send(); return await end;`,
  ),
  door(
    "XMLHttpRequest, synchronous",
    'const x = new XMLHttpRequest(); x.open("GET", BASE + "/xhr-sync", false); x.send(); return x.status === 200 ? "OPEN" : "refused";',
  ),
  door("WebSocket", `${EVENTS} return await heard(new WebSocket(WS + "/socket"), "open", "error");`),
  door("WebSocketStream", 'await new WebSocketStream(WS + "/stream").opened; return "OPEN";'),
  door("EventSource", `${EVENTS} return await heard(new EventSource(BASE + "/events"), "open", "error");`),
  door("WebTransport", 'const w = new WebTransport("https://127.0.0.1:" + PORT + "/"); await w.ready; return "OPEN";'),
  door(
    "WebRTC",
    'const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:" + PORT }] }); c.createDataChannel("x"); await c.setLocalDescription(await c.createOffer()); await new Promise((resolve) => setTimeout(resolve, 1500)); return "asked";',
  ),
  door("a beacon", 'return navigator.sendBeacon(BASE + "/beacon", "secret") ? "queued" : "refused";'),
  door("a font", 'await new FontFace("out", "url(" + BASE + "/font)").load(); return "OPEN";'),
  door("importScripts", 'importScripts(BASE + "/scripts.js"); return "OPEN";'),
  door("import() of an address", 'await (0, eval)("import(" + JSON.stringify(BASE + "/import.js") + ")"); return "OPEN";'),
  door(
    "import() of a data: module that imports on",
    'await (0, eval)("import(" + JSON.stringify("data:text/javascript,import " + JSON.stringify(BASE + "/data.js")) + ")"); return "OPEN";',
  ),
  door(
    "import() of a blob: module that imports on",
    'const u = URL.createObjectURL(new Blob(["import " + JSON.stringify(BASE + "/blob.js")], { type: "text/javascript" })); await (0, eval)("import(" + JSON.stringify(u) + ")"); return "OPEN";',
  ),
  door("a worker by address", `${EVENTS} return await heard(new Worker(BASE + "/worker.js"), "message", "error");`),
  door(
    "a nested worker that fetches",
    'const w = new Worker(URL.createObjectURL(new Blob(["fetch(" + JSON.stringify(BASE + "/nested") + ", { mode: \\"no-cors\\" }).then(() => postMessage(\\"OPEN\\"), () => postMessage(\\"refused\\"))"]))); return await new Promise((resolve) => { w.onmessage = (e) => resolve(e.data); w.onerror = () => resolve("refused"); });',
  ),
  door(
    "a nested module worker that imports",
    `${EVENTS} return await heard(new Worker(URL.createObjectURL(new Blob(["import " + JSON.stringify(BASE + "/module.js") + "; postMessage(1)"], { type: "text/javascript" })), { type: "module" }), "message", "error");`,
  ),
  door("a shared worker", `${EVENTS} const s = new SharedWorker(BASE + "/shared.js"); return await heard(s, "connect", "error");`),
  door("a service worker", 'await navigator.serviceWorker.register(BASE + "/service.js"); return "OPEN";'),
  door(
    "a source map",
    'try { (0, eval)("throw new Error(1)\\n//# sourceMappingURL=" + BASE + "/source.map"); } catch (e) { void e.stack; } return "asked";',
  ),
  door(
    "IndexedDB",
    `const r = indexedDB.open("out"); return await new Promise((resolve) => { r.onsuccess = () => resolve("OPEN"); r.onerror = () => resolve("refused"); });`,
  ),
  door("the app's caches", 'const names = await caches.keys(); return names.length > 0 ? "OPEN " + names : "empty";'),
  door(
    "the origin's private files",
    'const d = await navigator.storage.getDirectory(); const names = []; for await (const name of d.keys()) names.push(name); return names.length > 0 ? "OPEN " + names : "empty";',
  ),
  door("localStorage", 'return localStorage.getItem("secret") === null ? "empty" : "OPEN";'),
  door("cookies", 'const all = await cookieStore.getAll(); return all.length > 0 ? "OPEN" : "empty";'),
  door(
    "BroadcastChannel to the app",
    'for (const name of ["app", "fixgate"]) { const c = new BroadcastChannel(name); c.postMessage("out of the sandbox"); } return "posted";',
  ),
  door(
    "a lock of the app's",
    'const held = await navigator.locks.query(); return held.held.some((lock) => lock.name === "app") ? "OPEN" : "empty";',
  ),
  door(
    "permissions",
    'return (await navigator.permissions.query({ name: "notifications" })).state === "granted" ? "OPEN" : "not granted";',
  ),
  door("clipboard", 'await navigator.clipboard.writeText("out"); return "OPEN";'),
  door("notifications", 'new Notification("out"); return Notification.permission === "granted" ? "OPEN" : "not granted";'),
  door("the parent", 'return parent === undefined ? "absent" : typeof parent.fixgate === "undefined" ? "empty" : "OPEN";'),
];

/** What only a test file has: Node's modules. */
export const NODE_DOORS: readonly Door[] = [
  door(
    "node:http",
    'const h = await import("node:http"); return await new Promise((resolve) => h.get(BASE + "/node-http", () => resolve("OPEN")).on("error", () => resolve("refused")));',
  ),
  door(
    "node:net",
    'const n = await import("node:net"); return await new Promise((resolve) => n.connect(PORT, "127.0.0.1", () => resolve("OPEN")).on("error", () => resolve("refused")));',
  ),
  door("node:dns", 'const d = await import("node:dns/promises"); await d.lookup("localhost"); return "asked";'),
  door("node:dgram", 'const d = await import("node:dgram"); d.createSocket("udp4").send("x", PORT, "127.0.0.1"); return "asked";'),
  door("node:child_process", 'const c = await import("node:child_process"); return "OPEN " + c.execSync("echo out");'),
  door("node:worker_threads", 'const w = await import("node:worker_threads"); new w.Worker("1", { eval: true }); return "asked";'),
  door(
    "node:fs outside of the repository",
    'const f = await import("node:fs"); return "OPEN " + f.readFileSync("/etc/passwd", "utf8").slice(0, 9);',
  ),
];

const element = (tag: string, properties: string): string =>
  `const e = Object.assign(document.createElement("${tag}"), ${properties}); const end = new Promise((resolve) => { e.onload = () => resolve("loaded"); e.onerror = () => resolve("refused"); }); document.body.append(e); return await end;`;

/** In a document: the frame's own, or one that happy-dom or jsdom plays. */
export const DOCUMENT_DOORS: readonly Door[] = [
  door(
    "an image",
    'const i = new Image(); const end = new Promise((resolve) => { i.onload = () => resolve("OPEN"); i.onerror = () => resolve("refused"); }); i.src = BASE + "/image"; return await end;',
  ),
  door("an image of a set", element("img", '{ srcset: BASE + "/set 1x" }')),
  door("a style sheet", element("link", '{ rel: "stylesheet", href: BASE + "/sheet.css" }')),
  door(
    "CSS: an import, a background, a face",
    'const s = document.createElement("style"); s.textContent = "@import url(" + BASE + "/import.css); @font-face { font-family: out; src: url(" + BASE + "/face) } body { font-family: out; background: url(" + BASE + "/background) }"; document.head.append(s); document.body.append("text"); await new Promise((resolve) => setTimeout(resolve, 300)); return "asked";',
  ),
  door("a script element", element("script", '{ src: BASE + "/element.js" }')),
  door("a module script", element("script", '{ type: "module", src: BASE + "/module-element.js" }')),
  door("a frame", element("iframe", '{ src: BASE + "/frame" }')),
  door("a frame of a data: address", element("iframe", '{ src: "data:text/html,<img src=" + BASE + "/data-frame>" }')),
  door(
    "a frame with a document of its own",
    element("iframe", '{ srcdoc: "<img src=" + BASE + "/srcdoc><link rel=stylesheet href=" + BASE + "/srcdoc.css>" }'),
  ),
  door("an object", element("object", '{ data: BASE + "/object" }')),
  door("an embedded document", element("embed", '{ src: BASE + "/embed" }')),
  door("a video", element("video", '{ src: BASE + "/video", preload: "auto" }')),
  door("a prefetch", element("link", '{ rel: "prefetch", href: BASE + "/prefetch" }')),
  door("a preload", element("link", '{ rel: "preload", as: "script", href: BASE + "/preload.js" }')),
  door("a module preload", element("link", '{ rel: "modulepreload", href: BASE + "/modulepreload.js" }')),
  door("a manifest", element("link", '{ rel: "manifest", href: BASE + "/manifest" }')),
  door(
    "speculation rules",
    'const s = Object.assign(document.createElement("script"), { type: "speculationrules", textContent: JSON.stringify({ prefetch: [{ source: "list", urls: [BASE + "/speculation"] }] }) }); document.head.append(s); return "asked";',
  ),
  door(
    "a DNS prefetch",
    'document.head.append(Object.assign(document.createElement("link"), { rel: "dns-prefetch", href: "//localhost:" + PORT })); return "asked";',
  ),
  door(
    "a form that is posted",
    'const f = Object.assign(document.createElement("form"), { method: "post", action: BASE + "/form" }); f.append(Object.assign(document.createElement("input"), { name: "secret", value: "1" })); document.body.append(f); f.submit(); return "asked";',
  ),
  door(
    "a form posted to a new window",
    'const f = Object.assign(document.createElement("form"), { method: "post", action: BASE + "/form-window", target: "_blank" }); document.body.append(f); f.submit(); return "asked";',
  ),
  door("a window", 'return open(BASE + "/window") === null ? "refused" : "a window";'),
  door(
    "a link to a new window",
    'const a = Object.assign(document.createElement("a"), { href: BASE + "/link", target: "_blank" }); document.body.append(a); a.click(); return "asked";',
  ),
  door(
    "a link with a ping",
    'const a = Object.assign(document.createElement("a"), { href: "#", ping: BASE + "/ping" }); document.body.append(a); a.click(); return "asked";',
  ),
  // After the others have had their time: these two end the document.
  door(
    "a download",
    'const a = Object.assign(document.createElement("a"), { href: BASE + "/download", download: "x" }); document.body.append(a); setTimeout(() => a.click(), 2700); return "asked";',
  ),
  door("the frame's navigation", 'setTimeout(() => { location.href = BASE + "/navigation"; }, 2900); return "asked";'),
  door("the top's navigation", 'top.location.href = BASE + "/top"; return "asked";'),
  door(
    "a link to the top",
    'const a = Object.assign(document.createElement("a"), { href: BASE + "/top-link", target: "_top" }); document.body.append(a); a.click(); return "asked";',
  ),
  door("the parent's document", 'return "OPEN " + typeof parent.document.body;'),
  door("the parent's objects", 'return typeof parent.fixgate === "undefined" ? "empty" : "OPEN";'),
  door("the opener", 'return opener === null ? "none" : "OPEN";'),
  door(
    "the document's cookies",
    'document.cookie = "out=1"; return document.cookie === "" ? "empty" : "its own: " + (document.cookie.includes("secret") ? "OPEN" : "only what it wrote");',
  ),
  door("the session's storage", 'return sessionStorage.getItem("secret") === null ? "empty" : "OPEN";'),
  door(
    "a modal dialog",
    'const answer = prompt("password?"); return answer === null || answer === undefined || answer === "" ? "no answer from a person" : "OPEN";',
  ),
  door(
    "the person's place",
    'return await new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve("OPEN"), () => resolve("refused")));',
  ),
  door("camera and microphone", 'await navigator.mediaDevices.getUserMedia({ audio: true }); return "OPEN";'),
  door("the clipboard by command", 'return document.execCommand("copy") ? "OPEN" : "refused";'),
  door(
    "messages to the parent that look like the frame's",
    'for (let id = 0; id < 50; id++) for (const kind of ["spawned", "failed", "booted", "ready", "end"]) parent.postMessage({ kind, id, message: "forged", mark: "x" }, "*"); return "posted";',
  ),
];

/** One line: the door's outcome, or what it was refused with. Bounded in time. */
const TRY =
  'const tryDoor = (run) => Promise.race([new Promise((resolve) => { run().then(resolve, (e) => resolve(e instanceof ReferenceError || e instanceof TypeError ? "absent or refused: " + e.name : "refused: " + (e && e.name))); }), new Promise((resolve) => setTimeout(() => resolve("no answer"), 2500))]);';

/** An expression that promises the outcomes in the doors' order, all tried at the same time. */
export function tryAll(doors: readonly Door[], target: { readonly url: string; readonly port: number }): string {
  return `(() => { const BASE = ${JSON.stringify(target.url)}, WS = ${JSON.stringify(target.url.replace("http", "ws"))}, PORT = ${String(target.port)}; ${TRY} return Promise.all([${doors
    .map(({ body }) => `tryDoor(async () => { ${body} })`)
    .join(",\n")}]); })()`;
}
