/**
 * Messages of named fields: the native JSON, TradingView's JSON and its text of `name=value`. Names are compared without
 * case; of several names for one thing the first in the table counts. What is not in the table is passed over: prices,
 * volumes and other services' secrets are sent along by many.
 */
import { type Alert, AlertProblem, quote } from "./alert.ts";
import {
  normaliseAsset,
  parseDirection,
  parseDuration,
  parseInstant,
  parsePayout,
  parsePosition,
} from "./alert-values.ts";

const NAMES = {
  asset: ["asset", "ticker", "symbol", "instrument", "pair", "tv_instrument"],
  direction: ["direction", "action", "side", "order_action", "strategy.order.action"],
  position: ["market_position", "strategy.market_position", "sentiment"],
  entry: ["entry_at", "entry_time"],
  expiry: ["expires_at", "expiry_time"],
  life: ["expires_in", "expiry", "duration", "interval"],
  payout: ["payout"],
  bar: ["time", "bar_time"],
  sent: ["sent_at", "timenow", "timestamp"],
  maxLag: ["max_lag"],
  trader: ["trader"],
  strategy: ["strategy", "strategy_name", "bot_uuid"],
  id: ["id", "alert_id"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type FieldName = keyof typeof NAMES;

/** Every name the table knows. */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.values(NAMES).flat());

/** Throws AlertProblem. */
export function readFields(fields: ReadonlyMap<string, string>): Alert {
  const text = (field: FieldName): string | null => {
    const name = NAMES[field].find((name) => (fields.get(name) ?? "") !== "");
    return name === undefined ? null : (fields.get(name) ?? null);
  };
  const value = <Value>(field: FieldName, parse: (text: string) => Value | null): Value | null => {
    const given = text(field);
    if (given === null) return null;
    const parsed = parse(given);
    if (parsed === null) {
      throw new AlertProblem("invalid", `${NAMES[field][0]}: ${quote(given)} is not understood.`);
    }
    return parsed;
  };
  const position = parsePosition(text("position") ?? "");
  if (position === "flat") refuseAction("flat");
  const direction = value("direction", parseDirection);
  if (direction === "unsupported") refuseAction(text("direction") ?? "");
  const asset = text("asset");
  if (asset === null) throw new AlertProblem("asset_missing", 'No asset: send "asset" or "ticker".');
  if (direction === null) {
    throw new AlertProblem("direction_missing", 'No direction: send "direction" or "action", as up or buy.');
  }
  // A sale that leaves a long position makes it smaller: nobody bets on a fall.
  if (position !== null && position !== direction) {
    refuseAction(`${text("direction")} to position ${text("position")}`);
  }
  return {
    asset: normaliseAsset(asset),
    direction,
    entryAtMs: value("entry", parseInstant),
    entryClock: null,
    expiresAtMs: value("expiry", parseInstant),
    lifeSeconds: value("life", parseLife),
    payout: value("payout", parsePayout),
    barAtMs: value("bar", parseInstant),
    sentAtMs: value("sent", parseInstant),
    maxLagSeconds: value("maxLag", parseMaxLag),
    trader: text("trader"),
    strategy: text("strategy"),
    id: text("id"),
  };
}

/** Throws AlertProblem `unsupported_action`. */
export function refuseAction(action: string): never {
  throw new AlertProblem("unsupported_action", `${quote(action)} acts on a position and is no signal.`);
}

/** By `1M`, `3M`, `6M` and `12M` TradingView's `{{interval}}` means months, and others minutes: they are not guessed at. */
function parseLife(text: string): number | null {
  return /^(?:1|3|6|12) ?M$/.test(text) ? null : parseDuration(text);
}

function parseMaxLag(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3600 ? Number(text) : null;
}
