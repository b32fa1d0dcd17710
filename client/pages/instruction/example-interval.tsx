/** The worked example as the product draws every win rate. */
import { useTranslation } from "#client/i18n/translation.tsx";
import { IntervalBar } from "#client/ui/interval-bar.tsx";
import { WORKED_EXAMPLE, type GuideValues } from "./worked-example.ts";

export function ExampleInterval({ values }: { readonly values: GuideValues }) {
  const { t } = useTranslation("instruction");
  const { rate, low, high, breakEven } = WORKED_EXAMPLE;
  return (
    <IntervalBar
      estimate={rate}
      low={low}
      high={high}
      breakEven={breakEven}
      label={t("exampleInterval", values)}
      hasScale
    />
  );
}
