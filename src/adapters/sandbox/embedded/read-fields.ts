/** Reading a configuration that may be anything: plain data whose types nobody promised. */

export type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
export const fields = (value: unknown): Fields => (isFields(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : value === undefined || value === null ? [] : [value];
export const strings = (value: unknown): readonly string[] => listOf(value).filter((one): one is string => typeof one === "string");

export function absolute(path: string, root: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${root}/${path}`).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** A path, or a package: setup files may be either, and only the host can tell; it tries the path first. */
export function setupPath(path: string, root: string): string {
  return path.startsWith("/") || path.startsWith(".") || path.includes("/") || /\.[cm]?[jt]sx?$/.test(path)
    ? path.startsWith("@")
      ? path
      : absolute(path, root)
    : path;
}
