/** Histograms of `node:perf_hooks`: HDR, that is counts in buckets whose width grows, so that a number of digits is right. */
import { invalidArgument, outOfRange } from "./node-error.ts";

const MAX = Number.MAX_SAFE_INTEGER;

export interface HistogramOptions {
  readonly lowest?: number | bigint;
  readonly highest?: number | bigint;
  readonly figures?: number;
}

export class Histogram {
  protected readonly counts = new Map<number, number>();
  #exceeds = 0;
  protected readonly highest: number;
  protected readonly figures: number;
  constructor({ lowest = 1, highest = MAX, figures = 3 }: HistogramOptions = {}) {
    for (const [name, value] of Object.entries({ lowest, highest }))
      if (typeof value !== "number" && typeof value !== "bigint")
        throw invalidArgument(`options.${name}`, ["number", "bigint"], value);
    if (typeof figures !== "number") throw invalidArgument("options.figures", "number", figures);
    if (lowest < 1 || lowest > MAX) throw outOfRange("options.lowest", `>= 1 && <= ${String(MAX)}`, lowest);
    if (highest < 2n * BigInt(lowest))
      throw outOfRange("options.highest", `>= ${String(2n * BigInt(lowest))} && <= ${String(MAX)}`, highest);
    if (figures < 1 || figures > 5) throw outOfRange("options.figures", ">= 1 && <= 5", figures);
    this.highest = Number(highest);
    this.figures = figures;
    for (const name of ["counts", "highest", "figures"]) Object.defineProperty(this, name, { enumerable: false });
  }
  /** The width of the bucket that a value falls into. */
  #width(value: number): number {
    const whole = Math.ceil(Math.log2(2 * 10 ** this.figures)) - 1;
    return 2 ** Math.max(0, Math.floor(Math.log2(value)) - whole);
  }
  protected put(value: number, count = 1): void {
    const bucket = value - (value % this.#width(value));
    if (value > this.highest) this.#exceeds += count;
    else this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + count);
  }
  #last(bucket: number): number {
    return bucket + this.#width(bucket) - 1;
  }
  #middle(bucket: number): number {
    return bucket + Math.floor(this.#width(bucket) / 2);
  }
  get count(): number {
    return [...this.counts.values()].reduce((sum, one) => sum + one, 0);
  }
  get countBigInt(): bigint {
    return BigInt(this.count);
  }
  get exceeds(): number {
    return this.#exceeds;
  }
  get exceedsBigInt(): bigint {
    return BigInt(this.#exceeds);
  }
  get min(): number {
    return this.counts.size === 0 ? 2 ** 63 : Math.min(...this.counts.keys());
  }
  get minBigInt(): bigint {
    return this.counts.size === 0 ? 2n ** 63n - 1n : BigInt(this.min);
  }
  get max(): number {
    return this.counts.size === 0 ? 0 : this.#last(Math.max(...this.counts.keys()));
  }
  get maxBigInt(): bigint {
    return BigInt(this.max);
  }
  get mean(): number {
    let sum = 0;
    for (const [value, count] of this.counts) sum += this.#middle(value) * count;
    return sum / this.count;
  }
  get stddev(): number {
    const { mean } = this;
    let sum = 0;
    for (const [value, count] of this.counts) sum += (this.#middle(value) - mean) ** 2 * count;
    return Math.sqrt(sum / this.count);
  }
  percentile(percent: unknown): number {
    if (typeof percent !== "number") throw invalidArgument("percentile", "number", percent);
    if (!(percent > 0 && percent <= 100)) throw outOfRange("percentile", "> 0 && <= 100", percent);
    const wanted = Math.max(1, Math.ceil((percent / 100) * this.count - 1e-9));
    let seen = 0;
    for (const value of [...this.counts.keys()].sort((a, b) => a - b)) {
      seen += this.counts.get(value) ?? 0;
      if (seen >= wanted) return this.#last(value);
    }
    return 0;
  }
  percentileBigInt(percent: unknown): bigint {
    return BigInt(this.percentile(percent));
  }
  get percentiles(): Map<number, number> {
    const found = new Map<number, number>();
    if (this.count === 0) return found.set(100, 0);
    let percent = 0;
    for (let half = 100; percent < 100 && half > 1e-3; half /= 2) {
      found.set(percent, percent === 0 ? this.#last(this.min) : this.percentile(percent));
      if (found.get(percent) === this.max) break;
      percent += half / 2;
    }
    return found.set(100, this.max);
  }
  get percentilesBigInt(): Map<number, bigint> {
    return new Map([...this.percentiles].map(([percent, value]) => [percent, BigInt(value)]));
  }
  reset(): void {
    this.counts.clear();
    this.#exceeds = 0;
  }
  toJSON(): object {
    const { count, min, max, mean, exceeds, stddev, percentiles } = this;
    return { count, min, max, mean, exceeds, stddev, percentiles: Object.fromEntries(percentiles) };
  }
}

export class RecordableHistogram extends Histogram {
  #last: number | undefined;
  record(value: unknown): void {
    if (typeof value !== "number" && typeof value !== "bigint") throw invalidArgument("val", "number", value);
    if (typeof value === "number" && !Number.isInteger(value)) throw outOfRange("val", "an integer", value);
    if (value < 1 || value > MAX) throw outOfRange("val", `>= 1 && <= ${String(MAX)}`, value);
    this.put(Number(value));
  }
  recordDelta(): void {
    const now = performance.now();
    if (this.#last !== undefined) this.put(Math.max(1, Math.round((now - this.#last) * 1e6)));
    this.#last = now;
  }
  add(other: unknown): void {
    if (!(other instanceof RecordableHistogram)) throw invalidArgument("other", "RecordableHistogram", other);
    for (const [value, count] of other.counts) this.put(value, count);
  }
}
