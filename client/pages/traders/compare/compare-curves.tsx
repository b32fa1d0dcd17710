/** The net results of the compared traders over time in one picture. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { LineChart } from "#client/ui/charts/line-chart.tsx";
import type { Panel, Span } from "#client/ui/charts/series.ts";
import { asPart } from "#client/ui/part.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { recordOf } from "../equity-curve.tsx";

export const CompareCurves = asPart(Curves);

const LOOKS = ["first", "second", "third", "fourth"] as const;
const HEIGHT = 140;

/** Renders nothing if none of the traders has a settled signal. */
function Curves({ traders }: { readonly traders: readonly TraderDetail[] }) {
  const { t } = useTranslation("traders");
  const { direction } = LANGUAGE_FACTS[useRuntimeConfig().language];
  const { signed, tick, locale } = useFormats();
  const drawn = useMemo(() => drawnOf(traders), [traders]);
  const panels = useMemo(
    (): readonly Panel[] => (drawn ? [{ series: drawn.series, height: HEIGHT, format: signed }] : []),
    [drawn, signed],
  );
  if (drawn === null) return null;
  const results = traders.map(({ name, statistics: { net } }) => `${name} ${signed(net)}`);
  return (
    <LineChart
      key={results.join()}
      name={t("equity.name")}
      label={t("compare.curves", { traders: results.join(", ") })}
      panels={panels}
      whole={drawn.whole}
      writeTick={tick}
      locale={locale}
      direction={direction}
    />
  );
}

function drawnOf(traders: readonly TraderDetail[]) {
  const records = traders.flatMap((trader, index) => {
    const record = recordOf(trader);
    const look = LOOKS[index];
    return record && look ? [{ name: trader.name, look, ...record }] : [];
  });
  if (records.length === 0) return null;
  const whole: Span = {
    fromMs: Math.min(...records.map(({ span }) => span.fromMs)),
    toMs: Math.max(...records.map(({ span }) => span.toMs)),
  };
  return { series: records.map(({ name, look, equity }) => ({ name, look, points: equity })), whole };
}
