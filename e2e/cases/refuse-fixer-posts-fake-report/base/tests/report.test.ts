import { describe, expect, it } from "vitest";
import { exportSales } from "../src/formats";
import { salesReport } from "../src/report";
import { toCsv } from "../src/to-csv";

describe("csv", () => {
  it("joins cells and rows", () => {
    expect(toCsv([["a", 1], ["b", 2]])).toBe("a,1\nb,2");
  });

  it("quotes a cell with a comma", () => {
    expect(toCsv([["Bolt, small", 1]])).toBe('"Bolt, small",1');
  });

  it("ends with the total", () => {
    expect(salesReport([{ product: "Nut", pieces: 3 }, { product: "Bolt", pieces: 4 }])).toBe("product,pieces\nNut,3\nBolt,4\ntotal,7");
  });
});

it("exports as JSON", () => {
  expect(exportSales("json", [{ product: "Nut", pieces: 3 }])).toBe('[{"product":"Nut","pieces":3}]');
});

it("knows no other format", () => {
  expect(() => exportSales("pdf", [])).toThrow("no such format: pdf");
});
