/** Sets the best win rate of a page beside the one that chance would bring about. */
import { useTranslation } from "#client/i18n/translation.tsx";
import { useFormats } from "#client/record/formats.ts";
import { bestByChance } from "#shared/best-by-chance.ts";
import type { Trader } from "#shared/contracts/traders.ts";
import { LEAST_DECIDED } from "#shared/statistics.ts";

export interface BestByChanceProps {
  /** The first of the ranking. */
  readonly traders: readonly Trader[];
  /** Whether these are all; among more, chance would find a higher rate still. */
  readonly isWhole: boolean;
}

/** Nothing where there are not at least two traders whose records are long enough to compare. */
export function BestByChance({ traders, isWhole }: BestByChanceProps) {
  const { t } = useTranslation("traders");
  const { percent, count } = useFormats();
  const records = traders
    .map(({ statistics: { won, lost } }) => ({ won, decided: won + lost }))
    .filter(({ decided }) => decided >= LEAST_DECIDED);
  if (records.length < 2) return null;
  const best = Math.max(...records.map(({ won, decided }) => won / decided));
  return (
    <p className="intro intro--small">
      {t("list.chance", {
        traders: count(records.length),
        least: count(LEAST_DECIDED),
        best: percent(best),
        byChance: percent(bestByChance(records.map(({ decided }) => decided))),
      })}
      {isWhole ? null : ` ${t("list.chanceOfMore")}`}
    </p>
  );
}
