/** Parses the body of a message: JSON, `name=value` text, or words. Pure; ignores the content type. */
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { RepeatedNameError, requireJson } from "#worker/api/json-text.ts";
import { type Alert, AlertProblem, quote, shortName } from "./alert.ts";
import { readFields } from "./read-fields.ts";
import { readReport, readWords } from "./read-words.ts";
import { type AlertField, isAside, meaningOf } from "./field-names.ts";
import { keptText } from "./redact.ts";
import { MAX_OUTER_NAMES } from "#shared/limits/ingest.ts";

/** `kept`: the message as it may be stored and shown. */
export type ParsedAlert =
  | { readonly ok: true; readonly kept: string; readonly alert: Alert }
  | { readonly ok: false; readonly kept: string; readonly problem: AlertProblem };

/**
 * Parses any `body`, or refuses it with a reason; never throws.
 *
 * - It begins with `{` or `[`: a JSON object, which may contain objects (`field-names.ts` lists the names).
 * - TradingView's report of a strategy, whose name may be that of a field.
 * - Every part between line ends, `;`, `|` or `,` is `name=value` or `name: value`; or every word is `name=value`: the same
 *   names. At least one of them must be part of a signal.
 * - Anything else: words (`read-words.ts` has the grammar).
 */
export function parseAlert(body: string): ParsedAlert {
  const text = withoutInvisible(body);
  const json = /^[{[]/.test(text) ? readJson(text) : null;
  const kept = keptText(body, json instanceof AlertProblem ? null : json);
  try {
    return { ok: true, kept, alert: readAlert(text, json) };
  } catch (error) {
    if (error instanceof AlertProblem) return { ok: false, kept, problem: error };
    throw error;
  }
}

/** `json`: the value of a text that begins like JSON, or the reason why it is invalid. */
function readAlert(text: string, json: unknown): Alert {
  if (text === "") {
    throw new AlertProblem("empty", "The message is empty: send an asset and a direction, as in EURUSD buy.");
  }
  // Checked first: TradingView leaves a placeholder that it does not know as it was typed.
  const [placeholder] = /\{\{[^{}]{0,60}\}?\}?/.exec(text) ?? [];
  if (placeholder) {
    const detail = `${quote(placeholder)} was not filled in: check its spelling, or leave the field out.`;
    throw new AlertProblem("placeholder", detail);
  }
  if (json instanceof AlertProblem) throw json;
  if (json !== null) return readFields(jsonFields(json));
  const report = readReport(text);
  if (report) return report;
  const fields = textFields(text);
  return fields ? readFields(fields) : readWords(text);
}

function jsonFields(json: unknown): AlertField[] {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new AlertProblem("not_json", "The message must be one JSON object.");
  }
  return fieldsIn(json, []);
}

function fieldsIn(object: object, outer: readonly string[]): AlertField[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    const path = [...outer.slice(-MAX_OUTER_NAMES), name];
    if (value === null) return [];
    const meaning = meaningOf(path);
    if (Array.isArray(value)) {
      if (meaning === null || isAside(meaning)) return [{ path, value: JSON.stringify(value), meaning }];
      throw new AlertProblem("invalid", `${shortName(path)}: must be text or a number.`);
    }
    if (typeof value === "object") return fieldsIn(value, path);
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && !isAside(meaning)) {
      throw new AlertProblem("invalid", `${shortName(path)}: a number this long must be sent as text.`);
    }
    return [
      { path, value: withoutInvisible(typeof value === "string" ? value : JSON.stringify(value)), meaning },
    ];
  });
}

function readJson(text: string): unknown {
  try {
    return requireJson(text);
  } catch (error) {
    return error instanceof RepeatedNameError
      ? new AlertProblem("ambiguous", "A name is given twice: send each field once.")
      : new AlertProblem(
          "not_json",
          "The message begins like JSON but is not valid: check quotes, commas and braces.",
        );
  }
}

/** Null if the text is not a list of fields. */
function textFields(text: string): AlertField[] | null {
  const fields = readPairs(text.split(/[\n;|,]+/)) ?? readPairs(text.split(/\s+/));
  return fields?.some(({ meaning }) => meaning !== null && !isAside(meaning)) ? fields : null;
}

function readPairs(parts: readonly string[]): AlertField[] | null {
  const fields: AlertField[] = [];
  for (const part of parts) {
    if (part.trim() === "") continue;
    const [, name, value] = /^\s*([\w.-]{1,40})\s*(?:=|:(?=\s))([^=]*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) return null;
    fields.push({ path: [name], value: value.trim(), meaning: meaningOf([name]) });
  }
  return fields;
}
