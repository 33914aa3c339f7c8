/** RFC 9110, section 8.3.1, without quoted parameters. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export function parseMediaType(header: string): MediaType | null {
  const [essence = "", ...rest] = header.split(";");
  const slash = essence.indexOf("/");
  if (slash <= 0) return null;
  const type = essence.slice(0, slash).trim().toLowerCase();
  const subtype = essence.slice(slash + 1).trim().toLowerCase();
  if (subtype === "") return null;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const [name = "", value = ""] = part.split("=");
    if (name.trim() !== "") parameters.set(name.trim().toLowerCase(), value.trim());
  }
  return { type, subtype, parameters };
}
