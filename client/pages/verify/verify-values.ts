/** Values for the placeholders in the texts about checking, formatted for the language. */
import { MAX_ASSET_CHARACTERS } from "#shared/assets/asset.ts";
import { BIN_PERCENT } from "#shared/record/calibration.ts";
import { CONFIDENCE_BOUNDS, LEDGER_PAGE_LIMIT } from "#shared/contracts/ledger.ts";
import { PAGE_LIMIT } from "#shared/contracts/paging.ts";
import { FEED_ENTRIES } from "#shared/contracts/signal-queries.ts";
import { LEAST_COMPARED, LEAST_DECIDED } from "#shared/limits/sample-sizes.ts";
import { LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { EXPORT_PART_ROWS, MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";
import { MAX_EQUITY_POINTS } from "#shared/limits/lists.ts";
import {
  MAX_PAYOUT,
  MAX_SIGNAL_LIFE_MS,
  MIN_SIGNAL_LIFE_MS,
  PAYOUT_STEPS_PER_UNIT,
  PRICE_GRACE_MS,
  SETTLEMENT_GRACE_MS,
} from "#shared/limits/signals.ts";
import { OPENAPI_PATH } from "#shared/site/routes.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#shared/time/time-units.ts";

export function verifyValues(language: Language) {
  const tag = LANGUAGE_FACTS[language].tag;
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 4 });
  const percent = new Intl.NumberFormat(tag, { style: "percent" });
  const unit = (name: "second" | "hour" | "day", value: number) =>
    new Intl.NumberFormat(tag, { style: "unit", unit: name, unitDisplay: "long" }).format(value);
  return {
    least: number.format(LEAST_DECIDED),
    leastCompared: number.format(LEAST_COMPARED),
    lag: unit("second", MAX_CLOCK_LAG_MS / SECOND_MS),
    leastLife: unit("second", MIN_SIGNAL_LIFE_MS / SECOND_MS),
    mostLife: unit("day", MAX_SIGNAL_LIFE_MS / DAY_MS),
    deadline: unit("hour", SETTLEMENT_GRACE_MS / HOUR_MS),
    priceDeadline: unit("day", PRICE_GRACE_MS / DAY_MS),
    leastPayout: number.format(1 / PAYOUT_STEPS_PER_UNIT),
    mostPayout: number.format(MAX_PAYOUT),
    mostPayoutPercent: percent.format(MAX_PAYOUT),
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
    ledgerPath: "/api/ledger/",
    openApiPath: OPENAPI_PATH,
  };
}

export type VerifyValues = ReturnType<typeof verifyValues>;
