import { afterEach, expect, it } from "vitest";
import { layered } from "../src/layers";

afterEach(() => {
  delete (Object.prototype as { admin?: boolean }).admin;
});

it("leaves the prototype of all objects alone", () => {
  const settings = layered('{"theme":"dark"}', '{"__proto__":{"admin":true},"size":2}');
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect(settings).toEqual({ theme: "dark", size: 2 });
});

it("sees a prototype that somebody else has polluted as it is", () => {
  (Object.prototype as { admin?: boolean }).admin = true;
  expect(Object.keys(layered('{"theme":"dark"}'))).toEqual(["theme"]);
});
