/** What follows from prices: "What follows from prices" on `/en/verify`. */
import type { Entry } from "./entries.ts";

type Payload = Entry["payload"];
type Quote = NonNullable<NonNullable<Payload["prices"]>[number]["later"]>;

/** Null where nothing follows. */
export function byPrices(published: Payload, said: NonNullable<Payload["prices"]>): string | null {
  const rule = published.price_rule;
  if (!rule || said.length !== rule.sources.length) return null;
  if (said.some(({ address }, i) => address !== rule.sources[i])) return null;
  const [first = null, ...others] = said.map((one) => bySource(published, rule.max_quote_age_s, one));
  return others.every((other) => other === first) ? first : null;
}

function bySource(
  { direction, entry_at, expires_at }: Payload,
  maxAgeSeconds: number,
  { entry, expiry, ...said }: NonNullable<Payload["prices"]>[number],
): string | null {
  const later = said.later ?? null;
  const [t1, t2] = [Date.parse(entry_at), Date.parse(expires_at)];
  const recent = (q: Quote | null, t: number) => q !== null && t - Date.parse(q.at) <= maxAgeSeconds * 1000;
  if (isAfter(entry, t1) || isAfter(expiry, t2) || !follows(expiry, entry, t1)) return null;
  if (later !== null && !follows(later, expiry, t2)) return null;
  if (entry && expiry && recent(entry, t1) && recent(expiry, t2)) {
    const difference = steps(expiry.price) - steps(entry.price);
    if (difference === 0n) return "draw";
    return difference > 0n === (direction === "up") ? "won" : "lost";
  }
  if (!recent(entry, t1) && (isAfter(expiry, t1) || isAfter(later, t2))) return "void";
  return !recent(expiry, t2) && isAfter(later, t2) ? "void" : null;
}

function follows(r: Quote | null, q: Quote | null, t: number): boolean {
  if (r === null || q === null) return isAfter(r, t) || (r === null && q === null);
  return isAfter(r, t) || (r.at === q.at && steps(r.price) === steps(q.price));
}

function isAfter(q: Quote | null, t: number): boolean {
  return q !== null && Date.parse(q.at) > t;
}

/** In steps of the last decimal that a price can have. */
export function steps(price: string): bigint {
  const [, sign, whole, fraction = ""] = /^(-?)(0|[1-9]\d{0,11})(?:\.(\d{1,12}))?$/.exec(price) ?? [];
  if (whole === undefined) throw new Error(`${price} is no price`);
  const size = BigInt(whole) * 10n ** 12n + BigInt(fraction.padEnd(12, "0"));
  return sign === "-" ? -size : size;
}
