/** The signal as a bet: the price against the entry, and the result in stakes. */
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { signalPricesKey } from "#client/data/keys.ts";
import { type Figure, Figures } from "#client/features/figures/figures.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { SignalPrices } from "#shared/contracts/prices.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { priceDifference } from "#shared/record/price-rule.ts";
import { type CountedOutcome, resultOf } from "#shared/record/tally.ts";
import { MINUTE_MS } from "#shared/time/time-units.ts";
import { decidingPrices } from "./deciding-prices.ts";
import { PricePicture } from "./price-picture.tsx";

const NO_SERIES: SignalPrices = { address: null, points: [] };

export function Bet({ signal }: { readonly signal: Signal }) {
  const isOpen = signal.outcome === "open";
  // The picture of a running signal grows by the minute; without an answer it is drawn from the record alone.
  const { data: series = NO_SERIES } = useApi(signalPricesKey(signal.id), SignalPrices, {
    refreshInterval: isOpen && signal.price_rule ? MINUTE_MS : 0,
  });
  return (
    <div className="bet">
      <PricePicture signal={signal} series={series} />
      <Figures look="counts" figures={useBetFigures(signal)} />
    </div>
  );
}

function useBetFigures(signal: Signal): readonly Figure[] {
  const { t } = useTranslation(["signal", "live"]);
  const { signed, price } = useFormats();
  const brings = (outcome: CountedOutcome) => {
    const result = resultOf(outcome, { payout: signal.payout, isLate: signal.is_late, isOtc: signal.is_otc });
    return result === null ? t("bet.inNoResult") : t("bet.stakes", { result: signed(result) });
  };
  const { outcome } = signal;
  if (outcome === "open")
    return [
      { name: t("bet.ifWon"), value: brings("won") },
      { name: t("bet.ifLost"), value: brings("lost") },
    ];
  const counted = outcome === "void" && signal.counts_as_lost ? "void_lost" : outcome;
  const result: Figure = { name: t("bet.result"), value: brings(counted) };
  const quotes = decidingPrices(signal);
  if (!quotes) return [result];
  const difference = priceDifference(quotes.expiry.price, quotes.entry.price);
  const sign = Number(difference) > 0 ? "+" : "";
  const word = Number(difference) === 0 ? "same" : sign === "+" ? "higher" : "lower";
  return [
    { name: t("bet.difference"), value: sign + price(difference), note: t(`live:prices.${word}`) },
    result,
  ];
}
