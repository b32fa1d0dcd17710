/** The top of a trader's page: the name, the verdict with its evidence, and four figures. */
import { useTranslation } from "react-i18next";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { FollowButton } from "#client/features/follow/follow-button.tsx";
import { Figures } from "#client/features/figures/figures.tsx";
import { SAMPLE_TEXTS, useFormats } from "#client/features/figures/formats.ts";
import { PastResults } from "#client/features/figures/past-results.tsx";
import { VerdictChip, Voided, WinRateBar } from "#client/features/figures/win-rate.tsx";
import { Time } from "#client/ui/time.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";

interface HeadlineProps {
  readonly trader: TraderDetail;
  /** True if the figures cover only signals that were witnessed in time; the verdict covers all signals. */
  readonly isOnlyWitnessed: boolean;
}

export function Headline({ trader, isOnlyWitnessed }: HeadlineProps) {
  const { t } = useTranslation("traders");
  const formats = useFormats();
  const canFollow = !useAbsentParts().includes("follows");
  return (
    <header className="headline">
      <div className="headline__name">
        <h1>
          <bdi>{trader.name}</bdi>
        </h1>
        {canFollow ? <FollowButton trader={trader} /> : null}
      </div>
      <p className="headline__verdict">
        {trader.retired_at === null ? null : (
          <span className="badge">
            {t("detail.retired")} <Time at={trader.retired_at} precision="day" />
          </span>
        )}
        {isOnlyWitnessed ? null : (
          <>
            <VerdictChip verdict={trader.verdict} />
            <a href="#evidence">
              {t("detail.evidence", {
                evidence: formats.evidence(trader.evidence),
                mark: formats.count(trader.mark),
              })}
            </a>
          </>
        )}
      </p>
      <HeadlineFigures trader={trader} />
      <PastResults />
    </header>
  );
}

function HeadlineFigures({ trader: { statistics } }: Pick<HeadlineProps, "trader">) {
  const { t } = useTranslation(["traders", "common", "live"]);
  const { percent, signed, decimal, count } = useFormats();
  const inStakes = t("live:results.inStakes");
  return (
    <Figures
      look="headline"
      figures={[
        {
          name: t("common:record.winRate"),
          value: (
            <>
              {percent(statistics.win_rate)}
              <WinRateBar statistics={statistics} />
            </>
          ),
          note: <Voided statistics={statistics} />,
        },
        { name: t("equity.net"), value: signed(statistics.net), note: inStakes },
        { name: t("equity.drawdown"), value: decimal(statistics.max_drawdown), note: inStakes },
        {
          name: t("list.sample"),
          value: count(statistics.won + statistics.lost),
          note: t(`common:sample.${SAMPLE_TEXTS[statistics.sample]}`),
        },
      ]}
    />
  );
}
