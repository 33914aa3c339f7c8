import type { Form } from "./plural-rules";

export const FILES: Readonly<Record<string, Partial<Record<Form, string>>>> = {
  en: { one: "{n} file", other: "{n} files" },
  pl: { one: "{n} plik", few: "{n} pliki", many: "{n} plików" },
};
