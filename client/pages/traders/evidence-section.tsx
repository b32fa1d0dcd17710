/** The evidence behind the win rate: its interval, and the present worth of 1 that was bet on each of a trader's signals. */
import { useTranslation } from "react-i18next";
import { PageLink } from "#client/ui/link.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { WinRateFigure } from "#client/features/figures/win-rate.tsx";
import { BreakEvenMark, Needle } from "#client/ui/interval-bar.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { publishedCount } from "#shared/record/tally.ts";

interface EvidenceSectionProps {
  readonly trader: TraderDetail;
  /** True if the figures cover only signals that were witnessed in time; the evidence covers all signals. */
  readonly isOnlyWitnessed: boolean;
}

export function EvidenceSection({ trader, isOnlyWitnessed }: EvidenceSectionProps) {
  const { t } = useTranslation("traders");
  return (
    <section id="evidence">
      <h2>{t("evidence.heading")}</h2>
      <WinRateFigure
        statistics={trader.statistics}
        caption={t("detail.rateCaption")}
        verdict={isOnlyWitnessed ? undefined : trader.verdict}
      />
      {isOnlyWitnessed ? null : <Evidence trader={trader} />}
    </section>
  );
}

function Evidence({ trader }: Pick<EvidenceSectionProps, "trader">) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const { count, evidence } = useFormats();
  const { mark, moments, statistics } = trader;
  const signals = publishedCount(statistics);
  return (
    <>
      <EvidenceScale evidence={trader.evidence} mark={mark} />
      <p className="intro">
        {t("evidence.words", { evidence: evidence(trader.evidence) })}{" "}
        {t("evidence.mark", { mark: count(mark) })}{" "}
        {t("evidence.against", { evidence: evidence(trader.evidence_below) })}
      </p>
      {moments < signals ? (
        <p className="intro">
          {t("evidence.moments", { count: moments, moments: count(moments), signals: count(signals) })}
        </p>
      ) : null}
      <p>
        <PageLink to={`${pageHref(language, "instruction")}#verdict`}>{t("evidence.how")}</PageLink>
      </p>
    </>
  );
}

interface EvidenceScaleProps {
  readonly evidence: number;
  /** The evidence from which the verdict is "above", if no other trader has as much. */
  readonly mark: number;
}

/** The scale starts at `LEAST` and ends at `BEYOND_MARK` times the mark. */
const LEAST = 0.1;
const BEYOND_MARK = 10;

/** A logarithmic scale: each step to the right is the same factor. */
function EvidenceScale({ evidence, mark }: EvidenceScaleProps) {
  const { t } = useTranslation("traders");
  const formats = useFormats();
  const share = (value: number) => Math.log(value / LEAST) / Math.log((mark * BEYOND_MARK) / LEAST);
  const place = (value: number) => `${(share(value) * 100).toFixed(2)}%`;
  const label = t("evidence.label", {
    evidence: formats.evidence(evidence),
    least: formats.evidence(LEAST),
    mark: formats.count(mark),
  });
  return (
    <span className="interval">
      <svg className="interval__plot" width="100%" height={44} role="img" aria-label={label}>
        <line className="interval__track" x1="0%" x2="100%" y1={16} y2={16} />
        <line className="interval__tick" x1={place(1)} x2={place(1)} y1={10} y2={22} />
        <BreakEvenMark share={share(mark)} />
        <Needle share={share(Math.max(evidence, LEAST))} />
        <g className="interval__scale">
          {[LEAST, 1, mark].map((value) => (
            <text key={value} x={place(value)} y={41} textAnchor={value === LEAST ? "start" : "middle"}>
              {value === mark ? formats.count(value) : formats.evidence(value)}
            </text>
          ))}
        </g>
      </svg>
    </span>
  );
}
