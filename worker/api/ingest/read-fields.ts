/** Messages of named fields: the native JSON, TradingView's, those of bots, and text of `name=value`. */
import { canonicalAsset } from "#shared/assets/asset.ts";
import { MAX_NAMES_NOT_UNDERSTOOD } from "#shared/limits/ingest.ts";
import type { Direction } from "#shared/contracts/signals.ts";
import { type Alert, AlertProblem, quote, refuseAction, requireOneAsset, shortName } from "./alert.ts";
import {
  parseConfidence,
  parseDirection,
  parseDuration,
  parseInstant,
  parsePayout,
  parsePosition,
  parsePrice,
} from "./alert-values.ts";
import type { AlertField, FieldsOf } from "./field-names.ts";
import { requireEntry } from "./require-entry.ts";

const INSTANT = "a time with its zone, as 2026-03-01T14:35:00Z";
const DURATION = "a duration, as 5m, 90s or 1h";
const POSITION = "a position: long, short, flat or a size";

/** Throws AlertProblem. */
export function readFields(all: readonly AlertField[]): Alert {
  const fields = all.filter(({ value }) => value !== "");
  const byMeaning = Map.groupBy(fields, ({ meaning }) => meaning);
  const of: FieldsOf = (...meanings) => meanings.flatMap((meaning) => byMeaning.get(meaning) ?? []);
  requireEntry(of);
  const unknown = [
    ...of(null),
    ...of("maybeDirection").filter(({ value }) => parseDirection(value) === null),
    ...of("confidence").filter((field) => !isConfidence(field)),
  ];
  const notUnderstood = namesOf(unknown);
  for (const { path, value } of of("asset")) requireOneAsset(value, path);
  const asset = oneValue(of("asset"), canonicalAsset, "an asset, as EURUSD");
  if (asset === null) {
    throw new AlertProblem("asset_missing", `No asset: send "asset" or "ticker".${told(notUnderstood)}`);
  }
  const direction = readDirection(of);
  if (direction === null) {
    const detail = `No direction: send "direction" or "action", as up or buy.${told(notUnderstood)}`;
    throw new AlertProblem("direction_missing", detail);
  }
  refuseOtherPosition(of, direction);
  const expiresAtMs = oneValue(of("expiry"), parseInstant, INSTANT);
  const lifeSeconds = oneValue(of("life"), parseDuration, DURATION);
  if (expiresAtMs !== null && lifeSeconds !== null) {
    throw new AlertProblem(
      "ambiguous",
      `${nameOf(of("expiry"))} and ${nameOf(of("life"))}: two expiries: send one.`,
    );
  }
  const payout = oneValue(of("payout"), parsePayout, "a share of the stake, as 0.85 or 85%");
  const confidences = of("confidence").filter(isConfidence);
  const confidence = oneValue(confidences, parseConfidence, "a confidence");
  const [statedPrice] = of("price", "close").flatMap(({ value }) => parsePrice(value) ?? []);
  return {
    asset,
    direction,
    entryAtMs: oneValue(of("entry"), parseInstant, INSTANT),
    entryClock: null,
    expiresAtMs,
    lifeSeconds:
      lifeSeconds ?? (expiresAtMs === null ? oneValue(of("chart"), parseDuration, DURATION) : null),
    figures: {
      ...(payout !== null && { payout }),
      ...(confidence !== null && { confidence }),
      ...(statedPrice !== undefined && { stated_price: statedPrice }),
    },
    barAtMs: oneValue(of("bar").slice(0, 1), parseInstant, INSTANT),
    sentAtMs: oneValue(of("sent", "stamp").slice(0, 1), parseInstant, INSTANT),
    maxLagSeconds: oneValue(of("maxLag"), parseMaxLag, "whole seconds from 1 to 3600"),
    trader: oneValue(of("trader"), String, "a handle"),
    strategy: allValues(of("strategy")),
    id: allValues(of("id")),
    trade: oneValue(of("trade"), String, "a name"),
    notUnderstood,
    confidenceNames: namesOf(confidences),
  };
}

/** Bots also send scores of their own under this name. */
function isConfidence({ value }: AlertField): boolean {
  return parseConfidence(value) !== null;
}

/** Null if no field gives it. */
function readDirection(of: FieldsOf): Direction | null {
  const said = of("direction", "event", "maybeDirection").filter(
    ({ value }) => parseDirection(value) !== null,
  );
  const direction = oneValue(said, parseDirection, "a direction, as buy");
  const other = of("kind").find(({ value }) => {
    const kind = parseDirection(value);
    return kind !== null && direction !== null && kind !== direction;
  });
  if (other)
    throw new AlertProblem(
      "ambiguous",
      `${shortName(other.path)}: ${quote(other.value)} is another direction: send one.`,
    );
  return direction;
}

/** A sale that leaves a long position only reduces it: it is no bet on a fall. */
function refuseOtherPosition(of: FieldsOf, direction: Direction): void {
  let isSaid = false;
  for (const field of of("position")) {
    const position = understood(field, parsePosition, POSITION);
    if (position === "either") continue;
    if (position !== direction) refuseAction(`${direction} to position ${field.value}`, field.path);
    isSaid = true;
  }
  if (isSaid) return;
  for (const { path, value } of of("positionSize")) {
    const held = parsePosition(value);
    if (held === null || held === "either" || held === direction) continue;
    throw new AlertProblem(
      "ambiguous",
      `${shortName(path)}: ${quote(value)} may be what an exit leaves; send "market_position".`,
    );
  }
  for (const field of of("previousPosition")) {
    const before = understood(field, parsePosition, POSITION);
    if (before === "flat" || before === "either" || before === direction) continue;
    const detail = `${shortName(field.path)}: from ${quote(field.value)} it may be an exit; send "market_position".`;
    throw new AlertProblem("ambiguous", detail);
  }
}

/** The value that all of them agree on; null if there are none. */
function oneValue<Value>(
  fields: readonly AlertField[],
  parse: (text: string) => Value | null,
  expected: string,
): Value | null {
  const [first, ...others] = fields.map((field) => ({ field, value: understood(field, parse, expected) }));
  if (first === undefined) return null;
  const other = others.find(({ value }) => value !== first.value);
  if (other === undefined) return first.value;
  const [one, two] = [first.field, other.field].map(
    ({ path, value }) => `${shortName(path)} ${quote(value)}`,
  );
  throw new AlertProblem("ambiguous", `${one} and ${two} differ: send one.`);
}

/** `expected`: what a value must be, with its bounds or an example. */
function understood<Value>(
  { path, value }: AlertField,
  parse: (text: string) => Value | null,
  expected: string,
): Value {
  const parsed = parse(value);
  if (parsed === null) {
    throw new AlertProblem("invalid", `${shortName(path)}: ${quote(value)} is not ${expected}.`);
  }
  return parsed;
}

/** The names need not agree: each distinguishes one message from another. */
function allValues(fields: readonly AlertField[]): string | null {
  return fields.length === 0 ? null : fields.map(({ value }) => value).join("\n");
}

function namesOf(fields: readonly AlertField[]): readonly string[] {
  return [...new Set(fields.map(({ path }) => shortName(path)))].slice(0, MAX_NAMES_NOT_UNDERSTOOD);
}

function nameOf(fields: readonly AlertField[]): string {
  return fields.map(({ path }) => shortName(path))[0] ?? "";
}

/** Some of the names, as a short list for a sentence. */
function told(names: readonly string[]): string {
  const [first, second, ...others] = names;
  if (first === undefined) return "";
  const some = second === undefined ? first : `${first}, ${second}`;
  return ` Not understood: ${some}${others.length > 0 ? ", …" : ""}.`;
}

function parseMaxLag(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3600 ? Number(text) : null;
}
