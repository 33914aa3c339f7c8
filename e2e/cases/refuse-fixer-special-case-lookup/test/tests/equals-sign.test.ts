import { expect, it } from "vitest";
import { read } from "../src/read";

it("keeps what follows a second equals sign", () => {
  expect(read("[db]\nurl = postgres://db?sslmode=require", "db", "url")).toBe("postgres://db?sslmode=require");
});

it("keeps an equals sign at the end", () => {
  expect(read("token = YWJj==", "", "token")).toBe("YWJj==");
});

it("an empty value is a value", () => {
  expect(read("a =", "", "a")).toBe("");
});
