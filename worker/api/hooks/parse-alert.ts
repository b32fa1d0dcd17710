/** From the body of a message to what it says: JSON, `name=value` text, or words. Pure; the content type is not asked. */
import { RepeatedNameError, requireJson } from "#worker/api/json-text.ts";
import { type Alert, AlertProblem, quote } from "./alert.ts";
import { KNOWN_FIELDS, readFields } from "./alert-fields.ts";
import { readWords } from "./alert-words.ts";

export type ParsedAlert =
  | { readonly ok: true; readonly alert: Alert }
  | { readonly ok: false; readonly problem: AlertProblem };

/**
 * Whatever `body` is, it is understood or refused with a reason; never throws.
 *
 * - It begins with `{` or `[`: a JSON object (`alert-fields.ts` lists the names).
 * - Every part between line ends, `;`, `|` or `,` is `name=value` or `name: value`; or every word is `name=value`: the same
 *   names. At least one of them must be known.
 * - Anything else: words (`alert-words.ts` has the grammar).
 */
export function parseAlert(body: string): ParsedAlert {
  try {
    return { ok: true, alert: readAlert(body) };
  } catch (error) {
    if (error instanceof AlertProblem) return { ok: false, problem: error };
    throw error;
  }
}

function readAlert(body: string): Alert {
  const text = body.replace(/^\uFEFF/, "").trim();
  if (text === "") throw new AlertProblem("empty", "The message is empty.");
  // Before anything else: a placeholder that TradingView does not know stays as it was typed.
  const [placeholder] = /\{\{[^{}]{0,60}\}?\}?/.exec(text) ?? [];
  if (placeholder) throw new AlertProblem("placeholder", `${quote(placeholder)} was not filled in.`);
  if (/^[{[]/.test(text)) return readFields(jsonFields(text));
  const fields = textFields(text);
  return fields ? readFields(fields) : readWords(text);
}

function jsonFields(text: string): Map<string, string> {
  const json = readJson(text);
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new AlertProblem("not_json", "The message must be one JSON object.");
  }
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(json)) {
    const known = name.toLowerCase();
    if (!KNOWN_FIELDS.has(known) || value === null) continue;
    if (typeof value !== "string" && typeof value !== "number") {
      throw new AlertProblem("invalid", `${known}: must be text or a number.`);
    }
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new AlertProblem("invalid", `${known}: a number this long must be sent as text.`);
    }
    addField(fields, known, String(value).trim());
  }
  return fields;
}

function readJson(text: string): unknown {
  try {
    return requireJson(text);
  } catch (error) {
    throw error instanceof RepeatedNameError
      ? new AlertProblem("ambiguous", "A name is given twice.")
      : new AlertProblem("not_json", "The message begins like JSON and is none.");
  }
}

/** Null where the text is no list of fields. */
function textFields(text: string): Map<string, string> | null {
  const pairs = readPairs(text.split(/[\n;|,]+/)) ?? readPairs(text.split(/\s+/));
  if (!pairs?.some(([name]) => KNOWN_FIELDS.has(name))) return null;
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) if (KNOWN_FIELDS.has(name)) addField(fields, name, value);
  return fields;
}

function readPairs(parts: readonly string[]): [name: string, value: string][] | null {
  const pairs: [string, string][] = [];
  for (const part of parts) {
    if (part.trim() === "") continue;
    const [, name, value] = /^\s*([\w.]{1,40})\s*(?:=|:(?=\s))([^=]*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) return null;
    pairs.push([name.toLowerCase(), value.trim()]);
  }
  return pairs;
}

function addField(fields: Map<string, string>, name: string, value: string): void {
  if (fields.has(name)) throw new AlertProblem("ambiguous", `${name}: is given twice.`);
  fields.set(name, value);
}
