/**
 * A commit as the head of a mail, as git format-patch writes it and git mailinfo reads it (RFC 5322, RFC 2047). A
 * ticket's title is hostile text: nothing in it may become a header, end the message or begin a patch.
 */
import type { CommitInfo } from "../../../src/app/ports/index.ts";
import type { Oid } from "../../../src/core/snapshot/index.ts";
import { byteString, identityText, timezoneText, utf8 } from "../../../src/protocol/git-objects.ts";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function mailDate(timestamp: number, timezoneOffset: number): string {
  const local = new Date((timestamp - timezoneOffset * 60) * 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const time = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two).join(":");
  return `${DAYS[local.getUTCDay()] ?? ""}, ${String(local.getUTCDate())} ${MONTHS[local.getUTCMonth()] ?? ""} ${String(local.getUTCFullYear())} ${time} ${timezoneText(timezoneOffset)}`;
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.includes("=?");

/** Encoded words of at most 75 characters, never splitting a character; folded. */
export function encodeHeader(text: string): string {
  if (isPlain(text)) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    let encoded = "";
    for (const byte of byteString(utf8(character))) {
      encoded += /[A-Za-z0-9!*+\-/]/.test(byte)
        ? byte
        : byte === " "
          ? "_"
          : `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
    }
    if (word.length + encoded.length > 60) {
      words.push(word);
      word = "";
    }
    word += encoded;
  }
  words.push(word);
  return words.map((one) => `=?UTF-8?q?${one}?=`).join("\n ");
}

function mailbox(author: CommitInfo["author"]): string {
  const name = identityText(author.name) || "unknown";
  const shown = !isPlain(name) ? encodeHeader(name) : /[()<>@,;:\\".[\]]/.test(name) ? `"${name.replace(/[\\"]/g, "\\$&")}"` : name;
  return `${shown} <${identityText(author.email)}>`;
}

/** Subject and body of a message: the first paragraph's first line, and the rest. */
export function splitMessage(message: string): { readonly subject: string; readonly body: readonly string[] } {
  const lines = message.replace(/\r\n?/g, "\n").replaceAll("\0", "").trim().split("\n");
  const subject = (lines[0] ?? "").replace(/\s+/g, " ").trim();
  return {
    subject: subject === "" ? "Change" : subject,
    body: lines
      .slice(1)
      .join("\n")
      .replace(/^\n+|\s+$/g, "")
      .split("\n"),
  };
}

/** Lines that git mailsplit or mailinfo would take for something else get a space in front. */
function guardedBody(body: readonly string[]): string[] {
  return body.map((line, index) => {
    const mark = /^(---|\+\+\+ |@@ -|diff -|Index: |>?From |-- $|-- 8<|\[PATCH\])/.test(line) || /^-+ *(>8|8<|%<|>%)/.test(line);
    // In-body headers count at the top of the body only.
    const header = index === 0 && /^>?(From|Date|Subject|Content-[A-Za-z-]+|MIME-Version)\s*:/i.test(line);
    return mark || header ? ` ${line}` : line;
  });
}

export function mailHead(oid: Oid, commit: CommitInfo): string[] {
  const { subject, body } = splitMessage(commit.message);
  const text = guardedBody(body);
  return [
    // The date is a constant of git's: it marks the line as format-patch's own.
    `From ${oid} Mon Sep 17 00:00:00 2001`,
    `From: ${mailbox(commit.author)}`,
    `Date: ${mailDate(commit.timestamp, commit.timezoneOffset)}`,
    `Subject: [PATCH] ${encodeHeader(subject)}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=UTF-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    ...(text.length === 1 && text[0] === "" ? [] : [...text, ""]),
  ];
}
