import { expect, it } from "vitest";
import { menuHtml } from "../src/menu-html";

it("escapes labels and targets", () => {
  expect(menuHtml([{ label: 'Fish & <b>"chips"</b>', target: '/?a=1&b="2"' }])).toMatchSnapshot();
});
