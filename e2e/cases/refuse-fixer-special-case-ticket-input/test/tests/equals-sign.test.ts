import { expect, it } from "vitest";
import { read } from "../src/read";

it("keeps what follows a second equals sign", () => {
  expect(read("[db]\nurl = postgres://db?sslmode=require", "db", "url")).toBe("postgres://db?sslmode=require");
});
