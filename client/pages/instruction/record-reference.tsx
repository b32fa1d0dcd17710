/** All that a program needs to rebuild the record from its entries: words in the reader's language, formulas for all. */
import { useTranslation } from "react-i18next";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import type { Marks } from "#client/ui/reading-page/marked-text.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { MAX_ASSET_CHARACTERS } from "#shared/asset.ts";
import { BIN_PERCENT } from "#shared/calibration.ts";
import { CONFIDENCE_BOUNDS, LEDGER_PAGE_LIMIT } from "#shared/contracts/ledger.ts";
import { PAGE_LIMIT } from "#shared/contracts/paging.ts";
import {
  MAX_PAYOUT,
  MAX_SIGNAL_LIFE_MS,
  MIN_SIGNAL_LIFE_MS,
  PAYOUT_STEPS_PER_UNIT,
  SETTLEMENT_GRACE_MS,
} from "#shared/contracts/signals.ts";
import { FEED_ENTRIES, SIGNAL_CSV_COLUMNS } from "#shared/contracts/signal-queries.ts";
import { NEAR_ZERO, ROUNDING } from "#shared/differences.ts";
import { MAX_EQUITY_POINTS } from "#shared/equity-series.ts";
import { EXPORT_PART_ROWS } from "#shared/export-parts.ts";
import { LANGUAGE_TAGS, type Language } from "#shared/languages.ts";
import { FAMILY_ERROR } from "#shared/many-looks.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/record-rules.ts";
import { LEAST_DECIDED, SAMPLE_STARTS, Z_95 } from "#shared/statistics.ts";

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

const LAG = `${MAX_CLOCK_LAG_MS / SECOND_MS} s`;
const LEAST_LIFE = `${MIN_SIGNAL_LIFE_MS / SECOND_MS} s`;
const MOST_LIFE = `${MAX_SIGNAL_LIFE_MS / DAY_MS} d`;
const GRACE = `${SETTLEMENT_GRACE_MS / HOUR_MS} h`;
const STEPS = String(PAYOUT_STEPS_PER_UNIT);

const SAMPLES = Object.entries(SAMPLE_STARTS)
  .map(([sample, from]) => `n ≥ ${from}: ${sample}`)
  .join(", ");

/** Names are those of the interface. A question mark stands for what may be left out. */
const PARTS = [
  {
    part: "entries",
    formulas: [
      `entry = { seq, at, clock_at?, kind, signal_id, payload, prev_hash, hash }

trader_joined:  { trader }
trader_retired: { trader }
published:      { trader, asset, direction: up | down, entry_at, expires_at, settle_by, payout, confidence?, is_late, is_otc? }
settled:        { outcome: won | lost | draw, cause: result | deadline }
settled:        { outcome: draw | lost, cause: correction, reason }
voided:         { reason }`,
      `at = max(clock_at, previous at)
at − clock_at ≤ ${LAG}`,
    ],
  },
  {
    part: "hash",
    formulas: [
      `hash = hex(SHA-256(UTF-8(JCS({ at, clock_at?, kind, payload, prev_hash, seq, signal_id }))))
prev_hash = previous hash, "0" × 64 where seq = 1`,
    ],
  },
  {
    part: "rules",
    formulas: [
      `published:  at < expires_at ≤ at + ${MOST_LIFE}
            ${LEAST_LIFE} ≤ expires_at − entry_at ≤ ${MOST_LIFE}
            is_late = entry_at < at
            settle_by = expires_at + ${GRACE}
result:     clock_at ≥ expires_at, at < settle_by
deadline:   clock_at ≥ settle_by, outcome = lost
voided:     at < settle_by
            counts_as_lost = at ≥ expires_at, with clock_at
correction: (from, outcome) = (won, draw), (won, lost) or (draw, lost)`,
    ],
  },
  { part: "states", formulas: [] },
  {
    part: "counting",
    formulas: [
      `published:  open + 1; is_late: late + 1
settled:    open − 1; add(outcome)
voided:     open − 1
            counts_as_lost: void_lost + 1; add(lost)
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
  },
  {
    part: "figures",
    formulas: [
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
  },
  {
    part: "verdicts",
    formulas: [
      `edge = min(N / √(n · b), m / e);  e = 0: N / √(n · b)
P(i) = 1 − Φ(edge)
P(i) ≤ ${FAMILY_ERROR} / (looked_at − i + 1)`,
    ],
  },
  {
    part: "order",
    formulas: [`rank = n ≥ ${LEAST_DECIDED}: low;  0 < n < ${LEAST_DECIDED}: (low − 1) / 2;  n = 0: −1`],
  },
  { part: "curve", formulas: [] },
  {
    part: "calibration",
    formulas: [`from = confidence − confidence mod ${BIN_PERCENT}, to = from + ${BIN_PERCENT - 1}`],
  },
  {
    part: "chance",
    formulas: ["∏ Φ((r − 0.5) · 2 · √(n(i))) = 0.5"],
  },
  { part: "lists", formulas: [] },
  { part: "exports", formulas: [`Link: <?after=…>; rel="next"`, SIGNAL_CSV_COLUMNS.join(", ")] },
  {
    part: "feeds",
    formulas: [
      `id = urn:tidemark:signal:{id}
published, date_published = published_at
updated, date_modified = correction.at, else settled_at, else published_at
tags = [asset, outcome]`,
    ],
  },
  {
    part: "log",
    formulas: [
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
      `witnessed_at = first_witnessed_at of min(size), size ≥ published_seq
in time: witnessed_at < entry_at`,
    ],
  },
  { part: "rounding", formulas: [`|x − y| ≤ max(${ROUNDING} · max(|x|, |y|), ${NEAR_ZERO})`] },
] as const;

/** What the texts name, written as the language writes numbers. */
function referenceValues(language: Language) {
  const tag = LANGUAGE_TAGS[language];
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 4 });
  const unit = (name: "second" | "hour" | "day", value: number) =>
    new Intl.NumberFormat(tag, { style: "unit", unit: name, unitDisplay: "long" }).format(value);
  return {
    least: number.format(LEAST_DECIDED),
    lag: unit("second", MAX_CLOCK_LAG_MS / SECOND_MS),
    leastLife: unit("second", MIN_SIGNAL_LIFE_MS / SECOND_MS),
    mostLife: unit("day", MAX_SIGNAL_LIFE_MS / DAY_MS),
    leastPayout: number.format(1 / PAYOUT_STEPS_PER_UNIT),
    mostPayout: number.format(MAX_PAYOUT),
    leastConfidence: number.format(CONFIDENCE_BOUNDS.min),
    mostConfidence: number.format(CONFIDENCE_BOUNDS.max),
    assetCharacters: number.format(MAX_ASSET_CHARACTERS),
    steps: number.format(PAYOUT_STEPS_PER_UNIT),
    points: number.format(MAX_EQUITY_POINTS),
    binPercent: number.format(BIN_PERCENT),
    page: number.format(PAGE_LIMIT.default),
    pageMost: number.format(PAGE_LIMIT.max),
    ledgerPage: number.format(LEDGER_PAGE_LIMIT.default),
    ledgerPageMost: number.format(LEDGER_PAGE_LIMIT.max),
    partRows: number.format(EXPORT_PART_ROWS),
    feedEntries: number.format(FEED_ENTRIES),
  };
}

export function RecordReference({ language, marks }: { readonly language: Language; readonly marks: Marks }) {
  const { t } = useTranslation("instruction");
  const values = referenceValues(language);
  const hasLog = !useAbsentParts().includes("log");
  return PARTS.filter(({ part }) => hasLog || part !== "log").map(({ part, formulas }) => (
    <section key={part} id={`check-${part}`} aria-labelledby={`check-${part}-title`}>
      <h3 id={`check-${part}-title`}>{t(`reference.${part}.title`)}</h3>
      <TextBlocks lines={t(`reference.${part}.body`, { returnObjects: true, ...values })} marks={marks} />
      {formulas.map((formula) => (
        <p key={formula} className="formula">
          {formula}
        </p>
      ))}
    </section>
  ));
}
