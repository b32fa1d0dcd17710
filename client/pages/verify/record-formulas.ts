/** Formulas of the reference for programs, by section; the same in every language. */
import { BIN_PERCENT } from "#shared/record/calibration.ts";
import { PRICE_PATTERN } from "#shared/contracts/prices.ts";
import {
  MAX_SIGNAL_LIFE_MS,
  MIN_SIGNAL_LIFE_MS,
  PAYOUT_STEPS_PER_UNIT,
  PRICE_GRACE_MS,
  SETTLEMENT_GRACE_MS,
} from "#shared/limits/signals.ts";
import { SIGNAL_CSV_COLUMNS } from "#shared/contracts/signal-queries.ts";
import { NEAR_ZERO, ROUNDING } from "#shared/record/differences.ts";
import { WRONG_SHARE } from "#shared/record/e-bh.ts";
import { FRACTIONS, MOST_IN_PURSE } from "#shared/record/evidence.ts";
import { Z_95 } from "#shared/record/statistics.ts";
import { LEAST_DECIDED, SAMPLE_STARTS } from "#shared/limits/sample-sizes.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#shared/time/time-units.ts";

const LAG = `${MAX_CLOCK_LAG_MS / SECOND_MS} s`;
const LEAST_LIFE = `${MIN_SIGNAL_LIFE_MS / SECOND_MS} s`;
const MOST_LIFE = `${MAX_SIGNAL_LIFE_MS / DAY_MS} d`;
const GRACE = `${SETTLEMENT_GRACE_MS / HOUR_MS} h`;
const PRICE_GRACE = `${PRICE_GRACE_MS / DAY_MS} d`;
const STEPS = String(PAYOUT_STEPS_PER_UNIT);

const SAMPLES = Object.entries(SAMPLE_STARTS)
  .map(([sample, from]) => `n ≥ ${from}: ${sample}`)
  .join(", ");

/** Names are those of the API. A question mark marks optional fields. */
export const FORMULAS: Readonly<Record<string, readonly string[]>> = {
  entries: [
    `entry = { seq, at, clock_at, kind, signal_id, payload, prev_hash, hash }

trader_joined:  { trader }
trader_retired: { trader }
published:      { trader, asset, direction: up | down, entry_at, expires_at, settle_by, payout, confidence?, is_late, is_otc?, price_rule?, stated_price? }
settled:        { outcome: won | lost | draw, cause: result, evidence }
settled:        { outcome: won | lost | draw, cause: prices, prices }
settled:        { outcome: lost, cause: deadline }
settled:        { outcome: draw | lost, cause: correction, reason }
voided:         { reason }
voided:         { cause: no_price, prices? }

price_rule: { sources: [address, …], max_quote_age_s, equal: draw, no_price: void }
prices:     [{ address, source, entry, expiry, later? }, …]
entry, expiry, later: { price, at, sha256 }
evidence:   { price, at, where, note? }`,
    `at = max(clock_at, previous at)
at − clock_at ≤ ${LAG}`,
  ],
  hash: [
    `hash = hex(SHA-256(UTF-8(JCS({ at, clock_at, kind, payload, prev_hash, seq, signal_id }))))
prev_hash = previous hash, "0" × 64 where seq = 1`,
  ],
  rules: [
    `published:  at < expires_at ≤ at + ${MOST_LIFE}
            ${LEAST_LIFE} ≤ expires_at − entry_at ≤ ${MOST_LIFE}
            is_late = entry_at < at
            settle_by = expires_at + ${GRACE};  price_rule: + ${PRICE_GRACE}
            is_otc = asset ends in _otc;  is_otc: no price_rule
result:     clock_at ≥ expires_at, at < settle_by, no price_rule
prices:     clock_at ≥ expires_at, at < settle_by, price_rule, outcome = by prices
each quote: price = price of each earlier quote with the same address, asset and at
deadline:   clock_at ≥ settle_by, outcome = lost, no price_rule
voided:     at < settle_by;  price_rule: at < entry_at
            counts_as_lost = at ≥ entry_at
no_price:   price_rule
            prices: clock_at ≥ expires_at, at < settle_by, void = by prices
            no prices: clock_at ≥ settle_by
correction: (from, outcome) = (won, draw), (won, lost) or (draw, lost), not of cause: prices`,
  ],
  prices: [
    `price = ${PRICE_PATTERN.source}`,
    `t1 = entry_at, t2 = expires_at
recent(q, t) = q ≠ null, t − q.at ≤ max_quote_age_s
follows(r, q, t) = r.at > t, or r = q = null, or r.at = q.at and r.price = q.price

by source, the first that applies:
  —:    entry.at > t1, expiry.at > t2, not follows(expiry, entry, t1),
        or later and not follows(later, expiry, t2)
  recent(entry, t1) and recent(expiry, t2):
    draw: expiry.price = entry.price
    won:  (expiry.price > entry.price) = (direction = up)
    lost
  void: not recent(entry, t1), and expiry.at > t1 or later.at > t2
  void: not recent(expiry, t2), and later.at > t2
  —

by prices = what each source gives, where all give the same and for each i
            prices[i].address = price_rule.sources[i]`,
    "GET {address}/prices/?asset={asset}&at={at}",
  ],
  states: [
    `stake = 1
absent: is_otc = false;  confidence, void_reason, price_rule, stated_price, prices, evidence = null
is_late = is_late of published, or cause: prices and for some i: prices[i].entry.at ≤ published_at
settled_by = open: null;  ended with prices: prices;  by settle_by: deadline;  else hand`,
  ],
  counting: [
    `published:  open + 1; is_late: late + 1
settled:    open − 1; is_late, and not of published: late + 1; add(outcome)
            cause: prices, where that adds to won, lost or draw: by_prices + 1
voided:     open − 1
            cause: no_price: void_unpriced + 1
            else counts_as_lost: void_lost + 1; add(lost)
            else: void + 1
correction: remove(from); add(outcome)
            max_drawdown = max(max_drawdown, peak − net)

add(won):   is_late: late_won + 1
            else is_otc: otc_won + 1
            else: won + 1, gains + g, squares + g², net + g
                  peak = max(peak, net), streak = 0
add(lost):  is_otc: otc_lost + 1
            else: lost + 1, net − ${STEPS}, streak + 1
                  max_drawdown = max(max_drawdown, peak − net)
                  longest_losing_streak = max(longest_losing_streak, streak)
add(draw):  is_otc: otc_draw + 1
            else: draw + 1

remove(won):  is_late: late_won − 1
              else is_otc: otc_won − 1
              else: won − 1, gains − g, squares − g², net − g
remove(draw): is_otc: otc_draw − 1
              else: draw − 1`,
  ],
  figures: [
    `z = ${Z_95}
n = W + L, S = W + L + D, p = W / n, b = G / W

settled = S
win_rate = p
interval = (p + z²/2n ± z · √(p · (1 − p)/n + z²/4n²)) / (1 + z²/n)
           W = 0: low = 0;  L = 0: high = 1
break_even = 1 / (1 + b)
expectancy = m = N / S
expectancy_error = e = √(max(0, Q + L − S · m²) / (S − 1) / S)
profit_factor = G / L
payoff_ratio = b
recovery_factor = N / max_drawdown
expected_losing_streak = max(1, ln(n · p) / ln(1 / (1 − p)))
sample: n ≥ 0: none, ${SAMPLES}`,
  ],
  verdicts: [
    `f = ${FRACTIONS.join(", ")}

published:  stake(f) = f · purse(f)
            counter(f) = f · payout · against(f)
            purse(f) − stake(f), against(f) − counter(f)
ended:      purse(f) + back(end) · stake(f)
            against(f) + counter_back(end) · counter(f)
correction: purse(f) − (back(from) − back(outcome)) · stake(f)
purse(f), against(f): at least 0, at most ${MOST_IN_PURSE}

back(won) = 1;  by prices and not is_late: 1 + payout
back(lost) = 0
back(any other end) = 1
counter_back(won) = 1;  by prices and not is_late: 0
counter_back(lost) = 1;  by prices and not is_late: 1 + 1 / payout
counter_back(any other end) = 1

evidence = Σ purse(f) / ${FRACTIONS.length}
evidence_below = Σ against(f) / ${FRACTIONS.length}`,
    `mark = m / ${WRONG_SHARE}
evidence(k) ≥ m / (${WRONG_SHARE} · k)`,
  ],
  order: [
    `rank = above: evidence;  else n ≥ ${LEAST_DECIDED}: low;  0 < n < ${LEAST_DECIDED}: (low − 1) / 2;  n = 0: −1`,
  ],
  calibration: [`from = confidence − confidence mod ${BIN_PERCENT}, to = from + ${BIN_PERCENT - 1}`],
  chance: ["∏ Φ((r − 0.5) · 2 · √(n(i))) = 0.5"],
  exports: [
    `Link: <?after=…>; rel="next"`,
    SIGNAL_CSV_COLUMNS.join(", "),
    `of two sources, in their order:
price_sources = address " " address;  price_source = source "; " source
other price columns = value " " value;  none for a quote that one of them lacks`,
  ],
  feeds: [
    `id = urn:tidemark:signal:{id}
published, date_published = published_at
updated, date_modified = correction.at, else settled_at, else published_at
tags = [asset, outcome]`,
  ],
  log: [
    `leaf = SHA-256(0x00 ‖ entry)
node = SHA-256(0x01 ‖ left ‖ right)
root of n leaves:
  n = 0: SHA-256("");  n = 1: leaf
  n > 1: node(root of the first k, root of the rest), k = 2^i, k < n ≤ 2k`,
    `note = text ‖ "\\n" ‖ signatures
text = origin "\\n" size "\\n" base64(root) "\\n"
signature = "\u2014 " name " " base64(id ‖ s) "\\n"
key = name "+" hex(id) "+" base64(type ‖ public key)
id = first 4 bytes of SHA-256(name ‖ "\\n" ‖ type ‖ public key)
0x01: s = Ed25519(text), name = origin
0x04: s = seconds (8 bytes, the highest first) ‖ Ed25519("cosignature/v1\\ntime " seconds "\\n" text)`,
    `.tlog-proof = "c2sp.org/tlog-proof@v1\\n"
              "extra " base64(entry) "\\n"
              "index " (seq − 1) "\\n"
              (base64(hash) "\\n")*
              "\\n" note`,
    `first_witnessed_at = min(seconds) + 1 s
last_witnessed_at = max(seconds)
witnessed_at = first_witnessed_at of min(size), size ≥ published_seq
in time: witnessed_at < entry_at`,
  ],
  rounding: [`|x − y| ≤ max(${ROUNDING} · max(|x|, |y|), ${NEAR_ZERO})`],
};
