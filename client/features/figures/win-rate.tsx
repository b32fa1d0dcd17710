/** A win rate is always shown with its interval, the break-even mark and the sample size; a trader's also with the verdict. */
import { asPart } from "#client/ui/part.tsx";
import { useTranslation } from "react-i18next";
import { type Axis, IntervalBar, IntervalLegend } from "#client/ui/interval-bar.tsx";
import type { Statistics, Trader, Verdict } from "#shared/contracts/traders.ts";
import { voidCount } from "#shared/record/tally.ts";
import { rateTexts, SAMPLE_TEXTS, useFormats } from "./formats.ts";

const VERDICT_TEXTS = {
  above: "above",
  below: "below",
  not_shown: "notShown",
} as const satisfies Record<Verdict, string>;

export interface WinRateProps {
  readonly statistics: Statistics;
}

interface WinRateBarProps extends WinRateProps {
  /** Default: 0 to 100 %. */
  readonly axis?: Axis | undefined;
  readonly hasScale?: boolean;
}

/** The picture alone; its numbers are its accessible name. */
export function WinRateBar({ statistics, axis, hasScale = false }: WinRateBarProps) {
  const { t } = useTranslation("common");
  const formats = useFormats();
  const rates = rateTexts(statistics, formats);
  const { win_rate, interval, break_even } = statistics;
  const label = interval === null ? t("record.noWinRate") : t("record.interval", rates);
  return (
    <IntervalBar
      estimate={win_rate}
      low={interval?.low ?? null}
      high={interval?.high ?? null}
      breakEven={break_even}
      label={label}
      axis={axis}
      writeScale={hasScale ? formats.count : undefined}
    />
  );
}

/** The rate as a number, and how many signals are void, if any are. */
export function WinRateNumber({ statistics }: WinRateProps) {
  const { percent } = useFormats();
  return (
    <span className="two-lines">
      <span>{percent(statistics.win_rate)}</span>
      <Voided statistics={statistics} />
    </span>
  );
}

/** How many signals are void, in small print beside a rate; renders nothing if none are. */
export function Voided({ statistics }: WinRateProps) {
  const text = useVoidText(statistics);
  return text === null ? null : <small>{text}</small>;
}

/** How many signals are void and in no rate; null if none are. */
export function useVoidText(statistics: Statistics): string | null {
  const { t } = useTranslation("common");
  const { count } = useFormats();
  const voided = voidCount(statistics);
  return voided === 0 ? null : t("record.voided", { count: voided, voided: count(voided) });
}

/** Whether a trader's record lies above or below break-even, or cannot be told from chance. */
function VerdictText(trader: Pick<Trader, "verdict">) {
  return <span>{useVerdictText(trader)}</span>;
}

/** The verdict in two words, with the whole text on hover. */
export function VerdictChip({ verdict }: Pick<Trader, "verdict">) {
  const { t } = useTranslation("common");
  return (
    <span className={`verdict verdict--${verdict}`} title={useVerdictText({ verdict })}>
      {t(`verdictChip.${VERDICT_TEXTS[verdict]}`)}
    </span>
  );
}

/** The verdict as a string, for pictures. */
export function useVerdictText({ verdict }: Pick<Trader, "verdict">): string {
  const { t } = useTranslation("common");
  return t(`verdict.${VERDICT_TEXTS[verdict]}`);
}

/** The sample size of the rate, and how reliable it makes the rate. */
export function SampleText({ statistics }: WinRateProps) {
  const { t } = useTranslation("common");
  const { count } = useFormats();
  const { won, lost, sample } = statistics;
  const decided = won + lost;
  return (
    <span>
      {t("record.sample", {
        count: decided,
        decided: count(decided),
        sample: t(`sample.${SAMPLE_TEXTS[sample]}`),
      })}
    </span>
  );
}

/** What the marks of the bars mean. */
export function WinRateLegend() {
  const { t } = useTranslation("live");
  return (
    <IntervalLegend
      estimate={t("legend.estimate")}
      interval={t("legend.interval")}
      breakEven={t("legend.breakEven")}
    />
  );
}

/** One win rate, large, in an error boundary of its own. */
export const WinRateFigure = asPart(WinRateGauge);

interface GaugeProps extends WinRateProps {
  readonly caption: string;
  /** Only for a trader's rate. */
  readonly verdict?: Verdict | undefined;
}

/** The figure without the error boundary, for use outside a page. */
export function WinRateGauge({ statistics, caption, verdict }: GaugeProps) {
  const { t } = useTranslation("common");
  const rates = rateTexts(statistics, useFormats());
  const voided = useVoidText(statistics);
  const { win_rate, interval } = statistics;
  return (
    <figure className="gauge">
      <figcaption>{caption}</figcaption>
      {win_rate === null ? null : <p className="gauge__value">{rates.rate}</p>}
      <WinRateBar statistics={statistics} hasScale />
      {interval === null ? (
        <p className="gauge__words">{t("record.noWinRate")}</p>
      ) : (
        <p className="gauge__words">
          {verdict ? (
            <strong>
              <VerdictText verdict={verdict} />
            </strong>
          ) : null}
          <span>{`${t("record.intervalWords", rates)} ${t("record.intervalLimits")}`}</span>{" "}
          <SampleText statistics={statistics} />
          {voided === null ? null : `, ${voided}`}
        </p>
      )}
      {interval === null ? null : <WinRateLegend />}
    </figure>
  );
}
