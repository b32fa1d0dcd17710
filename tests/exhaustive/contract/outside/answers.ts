/** What the API answers about signals, as JSON and CSV, and how two values are compared. */
import type { Signal } from "./replay.ts";

/** All fields but the trader's display name. */
export function signalOf({ id, published, outcome, isLate, countsAsLost, end, correction }: Signal) {
  const { trader, asset, direction, entry_at, expires_at, settle_by, payout, ...marks } = published.payload;
  return {
    id,
    trader,
    asset,
    direction,
    published_at: published.at,
    entry_at,
    expires_at,
    settle_by,
    payout,
    stake: 1,
    outcome,
    is_late: isLate,
    is_otc: marks.is_otc,
    confidence: marks.confidence ?? null,
    settled_at: end?.at ?? null,
    settled_seq: end?.seq ?? null,
    void_reason: end?.kind === "voided" ? (end.payload.reason ?? null) : null,
    counts_as_lost: countsAsLost,
    correction,
    /** Nobody outside looks at the log of this site: witnessed-in-time.test.ts has one with a witness. */
    witnessed_at: null,
    published_seq: published.seq,
    price_rule: marks.price_rule ? { ...marks.price_rule, equal: "draw", no_price: "void" } : null,
    stated_price: marks.stated_price ?? null,
    settled_by: end && settledBy(end),
    prices: end?.payload.prices ?? null,
    evidence: end?.payload.evidence ?? null,
  };
}

function settledBy({ payload: { cause, prices } }: NonNullable<Signal["end"]>): string {
  if (prices) return "prices";
  return cause === "deadline" || cause === "no_price" ? "deadline" : "hand";
}

export function csvLineOf(signal: ReturnType<typeof signalOf>, name: string): string {
  const { correction, price_rule, prices, evidence } = signal;
  const quotes = (moment: "entry" | "expiry", part: "price" | "at" | "sha256") => {
    const values = (prices ?? []).map((one) => one[moment]?.[part] ?? "none");
    return values.every((value) => value === "none") ? null : values.join(" ");
  };
  const cells = [
    signal.id,
    signal.trader,
    name,
    signal.asset,
    signal.direction,
    signal.published_at,
    signal.entry_at,
    signal.expires_at,
    signal.settle_by,
    signal.payout,
    signal.stake,
    signal.outcome,
    signal.is_late,
    signal.settled_at,
    signal.void_reason,
    signal.published_seq,
    signal.settled_seq,
    correction?.from,
    correction?.at,
    correction?.reason,
    correction?.seq,
    signal.is_otc,
    signal.confidence,
    signal.counts_as_lost,
    signal.witnessed_at,
    signal.settled_by,
    signal.stated_price,
    price_rule?.sources.join(" "),
    price_rule?.max_quote_age_s,
    prices?.map(({ source }) => source).join("; "),
    quotes("entry", "price"),
    quotes("entry", "at"),
    quotes("entry", "sha256"),
    quotes("expiry", "price"),
    quotes("expiry", "at"),
    quotes("expiry", "sha256"),
    evidence?.price,
    evidence?.at,
    evidence?.where,
    evidence?.note,
  ];
  return cells.map(csvCell).join(",");
}

function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const guarded = value
    .split(";")
    .map((piece) => (/^[=+\-@\t\r\n＝＋－＠]/.test(piece) ? `'${piece}` : piece))
    .join(";");
  return /[",;\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Where two JSON values differ first, beyond rounding; null where they do not. */
export function differenceOf(found: unknown, expected: unknown, place = ""): string | null {
  if (typeof found === "number" && typeof expected === "number") {
    const most = Math.max(1e-9 * Math.max(Math.abs(found), Math.abs(expected)), 1e-12);
    return Math.abs(found - expected) <= most ? null : `${place}: ${found} instead of ${expected}`;
  }
  if (typeof found !== "object" || typeof expected !== "object" || found === null || expected === null)
    return found === expected ? null : `${place}: ${String(found)} instead of ${String(expected)}`;
  const [here, there] = [new Map(Object.entries(found)), new Map(Object.entries(expected))];
  for (const name of new Set([...here.keys(), ...there.keys()])) {
    const difference = differenceOf(here.get(name), there.get(name), `${place}.${name}`);
    if (difference !== null) return difference;
  }
  return null;
}
