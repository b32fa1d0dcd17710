/** All figures of a record, named as in the guide. */
import { useTranslation } from "react-i18next";
import type { Statistics } from "#shared/contracts/traders.ts";
import { Z_95 } from "#shared/record/statistics.ts";
import { LEAST_DECIDED } from "#shared/limits/sample-sizes.ts";
import { voidCount } from "#shared/record/tally.ts";
import { type Figure, Figures } from "./figures.tsx";
import { useFormats } from "./formats.ts";

export interface StatisticsProps {
  readonly statistics: Statistics;
}

/** The number of signals by outcome; every signal is counted. */
export function Counts({ statistics, lead }: StatisticsProps & { readonly lead?: readonly Figure[] }) {
  const { t } = useTranslation("common");
  const { count } = useFormats();
  const { settled, by_prices, won, lost, draw, void_lost, void_unpriced } = statistics;
  const { open, late, late_won, otc_won, otc_lost, otc_draw } = statistics;
  const otc = otc_won + otc_lost + otc_draw;
  return (
    <Figures
      look="counts"
      figures={[
        ...(lead ?? []),
        { name: t("record.counts.won"), value: count(won) },
        { name: t("record.counts.lost"), value: count(lost) },
        { name: t("record.counts.draw"), value: count(draw) },
        {
          name: t("record.counts.void"),
          value: count(voidCount(statistics)),
          note:
            [
              void_unpriced > 0 && t("record.counts.unpriced", { unpriced: count(void_unpriced) }),
              void_lost > 0 && t("record.counts.voidLost", { voided: count(void_lost) }),
            ]
              .filter(Boolean)
              .join(" · ") || undefined,
        },
        { name: t("record.counts.open"), value: count(open) },
        {
          name: t("record.counts.late"),
          value: count(late),
          note: late_won > 0 ? t("record.counts.lateWon", { count: late_won }) : undefined,
        },
        {
          name: t("record.otc"),
          value: count(otc),
          note:
            otc > 0
              ? t("record.counts.otcApart", {
                  won: count(otc_won),
                  lost: count(otc_lost),
                  draw: count(otc_draw),
                })
              : undefined,
        },
        ...(by_prices === null
          ? []
          : [
              {
                name: t("record.counts.byPrices"),
                value: count(by_prices),
                note: t("record.counts.ofSettled", {
                  settled: count(settled),
                  others: count(settled - by_prices),
                }),
              },
            ]),
      ]}
    />
  );
}

/** The result of following every counted signal, in stakes. */
export function Results({ statistics }: StatisticsProps) {
  const { t } = useTranslation("live");
  const { signed, decimal, count } = useFormats();
  const { expectancy, expectancy_error, expected_losing_streak } = statistics;
  const interval = expectancyInterval(statistics);
  const expectancyNote = () => {
    if (expectancy_error === 0) return t("results.allAlike");
    if (interval === null) return undefined;
    return t("results.expectancyInterval", { low: signed(interval.low), high: signed(interval.high) });
  };
  return (
    <Figures
      figures={[
        { name: t("results.net"), value: signed(statistics.net), note: t("results.inStakes") },
        {
          name: t("results.expectancy"),
          value: signed(expectancy),
          note: expectancyNote(),
        },
        { name: t("results.profitFactor"), value: decimal(statistics.profit_factor) },
        {
          name: t("results.drawdown"),
          value: decimal(statistics.max_drawdown),
          note: t("results.inStakes"),
        },
        { name: t("results.recovery"), value: decimal(statistics.recovery_factor) },
        {
          name: t("results.streak"),
          value: count(statistics.longest_losing_streak),
          note:
            expected_losing_streak === null
              ? undefined
              : t("results.streakByChance", { streak: count(expected_losing_streak) }),
        },
      ]}
    />
  );
}

/** 95 % interval of the net result per signal; null where the sample is too small for the normal distribution. */
export function expectancyInterval({ expectancy, expectancy_error, won, lost }: Statistics) {
  if (expectancy === null || expectancy_error === null || won + lost < LEAST_DECIDED) return null;
  const half = Z_95 * expectancy_error;
  return { low: expectancy - half, high: expectancy + half };
}
