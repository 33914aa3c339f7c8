import { createHistogram, performance, PerformanceObserver } from "node:perf_hooks";
import { expect, it } from "vitest";

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

it("marks and measures", () => {
  performance.mark("a");
  performance.mark("b", { detail: 5 });
  expect(performance.measure("ab", "a", "b").duration).toBeGreaterThanOrEqual(0);
  expect(performance.getEntriesByName("ab")).toHaveLength(1);
  expect((performance.getEntriesByName("b")[0] as unknown as { detail: unknown }).detail).toBe(5);
  expect(performance.timeOrigin).toBeGreaterThan(1e12);
});

it("an observer sees marks until it is disconnected", async () => {
  const seen: string[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.push(entry.name);
  });
  observer.observe({ entryTypes: ["mark"] });
  performance.mark("seen");
  await pause(30);
  observer.disconnect();
  performance.mark("unseen");
  await pause(30);
  expect(seen).toEqual(["seen"]);
});

it("timerify measures calls", async () => {
  const histogram = createHistogram();
  const seen: unknown[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.push([entry.name, entry.entryType]);
  });
  observer.observe({ entryTypes: ["function"] });
  const timed = performance.timerify(
    function increment(value: number) {
      return value + 1;
    },
    { histogram },
  );
  expect(timed(1)).toBe(2);
  expect([timed.name, timed.length]).toEqual(["timerified increment", 1]);
  await pause(30);
  observer.disconnect();
  expect(histogram.count).toBe(1);
  expect(seen).toEqual([["increment", "function"]]);
});

it("a histogram counts", () => {
  const histogram = createHistogram();
  for (let value = 1; value <= 100; value++) histogram.record(value);
  const { count, min, max, mean, stddev } = histogram;
  expect({ count, min, max, mean, stddev: Math.round(stddev * 1000) }).toEqual({
    count: 100,
    min: 1,
    max: 100,
    mean: 50.5,
    stddev: 28866,
  });
  expect([histogram.percentile(50), histogram.percentile(99)]).toEqual([50, 99]);
  expect(Object.fromEntries(histogram.percentiles)).toMatchObject({ 0: 1, 50: 50, 75: 75, 87.5: 88, 100: 100 });
  histogram.reset();
  expect([histogram.count, histogram.max]).toEqual([0, 0]);
  expect(() => {
    histogram.record(0);
  }).toThrow(expect.objectContaining({ code: "ERR_OUT_OF_RANGE" }) as Error);
});

it("a histogram has three digits", () => {
  const histogram = createHistogram();
  histogram.record(10_000);
  histogram.record(1_000_000_007n);
  expect([histogram.min, histogram.max, histogram.percentile(50)]).toEqual([10_000, 1_000_341_503, 10_007]);
});

it("eventLoopUtilization", () => {
  const { idle, active, utilization } = performance.eventLoopUtilization();
  expect([typeof idle, typeof active, typeof utilization]).toEqual(["number", "number", "number"]);
});
