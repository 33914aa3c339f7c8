import punycode from "node:punycode";
import querystring from "node:querystring";
import { domainToASCII, domainToUnicode, fileURLToPath, format, parse, pathToFileURL, resolve, urlToHttpOptions } from "node:url";
import { expect, it } from "vitest";

it("file urls", () => {
  expect(fileURLToPath("file:///a%20b/c")).toBe("/a b/c");
  expect(pathToFileURL("/a b#c").href).toBe("file:///a%20b%23c");
  expect(() => fileURLToPath("http://a")).toThrow(TypeError);
});

it("the old parser", () => {
  const { hostname, port, auth, query, hash } = parse("http://u:p@h.com:8/p/a?q=1#f", true);
  expect({ hostname, port, auth, q: query["q"], hash }).toEqual({ hostname: "h.com", port: "8", auth: "u:p", q: "1", hash: "#f" });

  expect(resolve("/one/two", "three")).toBe("/one/three");
  expect(format({ protocol: "http", host: "a.b", pathname: "/x", query: { a: 1 } })).toBe("http://a.b/x?a=1");
});

it("hosts", () => {
  expect(domainToASCII("español.com")).toBe("xn--espaol-zwa.com");
  expect(domainToUnicode("xn--espaol-zwa.com")).toBe("español.com");
  expect(urlToHttpOptions(new URL("https://a:b@x.com/p?q"))).toMatchObject({ hostname: "x.com", path: "/p?q", auth: "a:b" });
});

it("querystring", () => {
  expect({ ...querystring.parse("a=1&a=2&b=%20&c") }).toEqual({ a: ["1", "2"], b: " ", c: "" });
  expect(querystring.stringify({ a: [1, 2], b: "é", c: true })).toBe("a=1&a=2&b=%C3%A9&c=true");
  expect([querystring.escape("a b"), querystring.unescape("a%20b")]).toEqual(["a%20b", "a b"]);
});

it("punycode", () => {
  expect([punycode.toASCII("mañana.com"), punycode.decode("maana-pta")]).toEqual(["xn--maana-pta.com", "mañana"]);
});
