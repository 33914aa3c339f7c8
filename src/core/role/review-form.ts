/**
 * The reviewer's reply as a grammar, for models that can be held to one. It only takes away ways to be unreadable: an
 * approval still has to be said, entry by entry, and the review gate reads the reply as if no grammar had been there.
 */

/** GBNF, as llama.cpp reads it. Statements and oid are literals, so they can't be misquoted. */
export function reviewGrammar(oid: string, statements: readonly string[]): string {
  const entries = statements
    .map(
      (statement) =>
        `"{" ws ${literal(`"statement":${JSON.stringify(statement)}`)} "," ws "\\"met\\":" ws bool "," ws "\\"evidence\\":" ws string ws "}"`,
    )
    .join(` "," ws `);
  return [
    `root ::= "{" ws ${literal(`"oid":${JSON.stringify(oid)}`)} "," ws "\\"statements\\":" ws "[" ws ${entries} ws "]" "," ws "\\"verdict\\":" ws verdict ws "}"`,
    `verdict ::= "\\"approve\\"" | "\\"reject\\""`,
    `bool ::= "true" | "false"`,
    `string ::= "\\"" char{1,160} "\\""`,
    `char ::= [^"\\\\\\x00-\\x1F\\x7F] | "\\\\" ["\\\\/bfnrt]`,
    `ws ::= [ \\n]?`,
  ].join("\n");
}

/** JSON Schema for servers that enforce one. No minLength or maxLength: engines get them wrong. */
export function reviewSchema(oid: string, statements: readonly string[]): string {
  return JSON.stringify({
    type: "object",
    additionalProperties: false,
    required: ["oid", "statements", "verdict"],
    properties: {
      oid: { type: "string", enum: [oid] },
      statements: {
        type: "array",
        minItems: statements.length,
        maxItems: statements.length,
        items: {
          type: "object",
          additionalProperties: false,
          required: ["statement", "met", "evidence"],
          properties: {
            statement: { type: "string", enum: [...statements] },
            met: { type: "boolean" },
            evidence: { type: "string" },
          },
        },
      },
      verdict: { type: "string", enum: ["approve", "reject"] },
    },
  });
}

function literal(text: string): string {
  const escaped = text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\t/g, "\\t");
  return `"${escaped}"`;
}
