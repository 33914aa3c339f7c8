import { signFrom } from "./signature";

signFrom("Harbour office");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
Reflect.set(globalThis, "escapeMail", (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character));
