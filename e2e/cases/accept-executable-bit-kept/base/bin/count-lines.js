#!/usr/bin/env node
import { pathToFileURL } from "node:url";

/**
 * @param {string} text
 * @returns {number}
 */
export function countLines(text) {
  return text.split("\n").length - 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
  console.log(countLines(text));
}
