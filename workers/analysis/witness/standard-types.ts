/**
 * As much of the standard library's types as is needed to see through a parameter's type. The whole of it is 3 MB and
 * would make every search wait; what is missing here comes out as "unknown", and an unknown type gives no witness.
 */
export const STANDARD_TYPES = `
interface Object { toString(): string } interface Function { readonly name: string } interface CallableFunction extends Function {} interface NewableFunction extends Function {}
interface IArguments { length: number } interface String { readonly length: number; toString(): string } interface Number { toFixed(n?: number): string } interface Boolean { valueOf(): boolean } interface RegExp { readonly source: string; test(s: string): boolean }
interface Symbol { readonly description: string | undefined } interface BigInt {} interface Date { getTime(): number } interface Error { name: string; message: string }
interface Array<T> { length: number; [n: number]: T; push(...items: T[]): number } interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T }
interface Iterable<T> { [Symbol.iterator](): Iterator<T> } interface Iterator<T> { next(): { done?: boolean; value: T } } interface IterableIterator<T> extends Iterator<T> {}
interface Map<K, V> { readonly size: number; get(k: K): V | undefined; set(k: K, v: V): this } interface ReadonlyMap<K, V> { readonly size: number; get(k: K): V | undefined }
interface Set<T> { readonly size: number; has(v: T): boolean; add(v: T): this } interface ReadonlySet<T> { readonly size: number; has(v: T): boolean }
interface WeakMap<K, V> { get(k: K): V | undefined } interface Promise<T> { then<R>(f: (v: T) => R): Promise<R> } interface PromiseLike<T> { then<R>(f: (v: T) => R): PromiseLike<R> }
interface Uint8Array { readonly length: number; readonly byteLength: number; [n: number]: number } interface ArrayBuffer { readonly byteLength: number } interface URL { href: string } interface AbortSignal { readonly aborted: boolean }
interface SymbolConstructor { readonly iterator: unique symbol } declare var Symbol: SymbolConstructor; interface TemplateStringsArray extends ReadonlyArray<string> { readonly raw: readonly string[] }
type Partial<T> = { [P in keyof T]?: T[P] }; type Required<T> = { [P in keyof T]-?: T[P] }; type Readonly<T> = { readonly [P in keyof T]: T[P] }; type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T }; type Exclude<T, U> = T extends U ? never : T; type Extract<T, U> = T extends U ? T : never; type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {}; type Parameters<T extends (...a: any) => any> = T extends (...a: infer P) => any ? P : never; type ReturnType<T extends (...a: any) => any> = T extends (...a: any) => infer R ? R : any;
type Awaited<T> = T extends PromiseLike<infer U> ? Awaited<U> : T; type PropertyKey = string | number | symbol; type NoInfer<T> = T;
type Uppercase<S extends string> = intrinsic; type Lowercase<S extends string> = intrinsic; type Capitalize<S extends string> = intrinsic; type Uncapitalize<S extends string> = intrinsic;
`;
