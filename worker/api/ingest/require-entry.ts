/**
 * Refuses a message that is not known to be the entry of a trade. The record cannot be undone, and there are too many names
 * for what is not an entry: so each field that states what the message is must contain words known to mean an entry. Only a
 * sender's free text is searched for words of exits instead.
 */
import { AlertProblem, quote, refuseAction, shortName } from "./alert.ts";
import { hasExitWord, isEntry, isFilledEntry, parseInstant, parsePosition } from "./alert-values.ts";
import type { AlertField, FieldsOf } from "./field-names.ts";

/** Throws AlertProblem. */
export function requireEntry(of: FieldsOf): void {
  for (const field of of("direction", "kind", "event")) {
    if (isFilledEntry(field.value)) requireTrade(field, of);
    else requireThat(isEntry(field.value), field);
  }
  for (const { path, value } of of("position", "heldSize", "positionSize")) {
    if (parsePosition(value) === "flat") refuseAction(`position ${value}`, path);
  }
  for (const field of of("closing")) requireThat(isFalse(field.value), field);
  for (const field of of("opening")) requireThat(isOpening(field.value) && !isDealOut(field), field);
  for (const field of of("level")) requireThat(isLevel(field.value), field);
  for (const field of of("close")) requireThat(isNumeric(field.value) || isFalse(field.value), field);
  if (of("close").some(({ value }) => isNumeric(value))) {
    for (const field of of("result")) requireThat(isFalse(field.value), field);
  }
  for (const field of of("remark", "id", "trade", "maybeDirection", null)) {
    const isFlag = isTrue(field.value) && hasExitWord(wordsOf(field.path));
    requireThat(!hasExitWord(field.value) && !isFlag, field);
  }
  for (const { path, value } of of("test")) {
    if (isFalse(value)) continue;
    throw new AlertProblem(
      "unsupported_action",
      `${shortName(path)}: a test is not published. Leave the field out, or send it to the dry run.`,
    );
  }
  const [option] = of("option");
  if (option) {
    throw new AlertProblem(
      "ambiguous",
      `${shortName(option.path)}: an option may rise as its asset falls. Send the asset alone.`,
    );
  }
}

function requireThat(holds: boolean, { path, value }: AlertField): void {
  if (!holds) refuseAction(value, path);
}

/** Without the trade's name, the entry that came before would be published a second time. */
function requireTrade({ path, value }: AlertField, of: FieldsOf): void {
  if (of("trade").length > 0) return;
  const detail = `${shortName(path)}: ${quote(value)} needs "trade_id", the same as in its entry.`;
  throw new AlertProblem("ambiguous", detail);
}

function isOpening(text: string): boolean {
  if (isFalse(text)) return false;
  return (
    isNumeric(text) || isTrue(text) || /^in$/i.test(text) || isEntry(text) || parseInstant(text) !== null
  );
}

/** MetaTrader's numbers for a deal that ends or reverses a position; 0 opens one. */
function isDealOut({ path, value }: AlertField): boolean {
  return /^entry$/i.test(path.at(-1) ?? "") && /^[123]$/.test(value);
}

function isLevel(text: string): boolean {
  return isFalse(text) || (/\d/.test(text) && !hasExitWord(text));
}

function isNumeric(text: string): boolean {
  return /^[\d\s.,+eE%[\]-]*$/.test(text) && /\d/.test(text);
}

/** `isFlat` is `is Flat`. */
function wordsOf(path: readonly string[]): string {
  return path.at(-1)?.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ") ?? "";
}

function isTrue(text: string): boolean {
  return /^(?:true|yes|on)$/i.test(text);
}

function isFalse(text: string): boolean {
  return /^(?:false|[+-]?0(?:\.0*)?|no|off|none|null|nan)$/i.test(text);
}
