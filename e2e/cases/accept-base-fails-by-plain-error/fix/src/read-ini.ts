export type Ini = Record<string, Record<string, string>>;

export function readIni(text: string): Ini {
  const ini: Ini = {};
  let section = "";
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith(";") || line.startsWith("#")) continue;
    const header = /^\[(.+)\]$/.exec(line);
    if (header) {
      section = header[1]!;
      ini[section] ??= {};
      continue;
    }
    const equals = line.indexOf("=");
    if (equals < 0) throw new Error(`no '=' in line ${index + 1}`);
    (ini[section] ??= {})[line.slice(0, equals).trim()] = line.slice(equals + 1).trim();
  }
  return ini;
}
