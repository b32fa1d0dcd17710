/** How a signal is named, and how it stands. */
import { PageLink } from "#client/ui/link.tsx";
import { isLinked } from "#shared/site-parts.ts";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import type { Direction as SignalDirection, Signal } from "#shared/contracts/signals.ts";
import { detailHref } from "#shared/routes.ts";
import { useTranslation } from "react-i18next";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import { Icon } from "#client/ui/icon.tsx";

/** Which way a signal points: an arrow and the word. */
export function Direction({ direction }: { readonly direction: SignalDirection }) {
  const { t } = useTranslation("common");
  return (
    <span className="direction">
      <Icon name={direction === "up" ? "arrow-up" : "arrow-down"} />
      {t(`direction.${direction}`)}
    </span>
  );
}

/** A signal by its asset, which leads to it, and its direction. */
export function SignalName({ id, asset, direction }: Pick<Signal, "id" | "asset" | "direction">) {
  const { language } = useRuntimeConfig();
  const isThere = isLinked("signal", useAbsentParts());
  return (
    <span className="signal-name">
      {isThere ? <PageLink to={detailHref(language, "signal", id)}>{asset}</PageLink> : asset}{" "}
      <Direction direction={direction} />
    </span>
  );
}

/** How a signal stands, and what is to be known of it: that it came late, is counted apart, or had another outcome before. */
export function Outcome({
  signal,
}: {
  readonly signal: Pick<Signal, "outcome" | "is_late" | "is_otc" | "correction" | "counts_as_lost">;
}) {
  const { t } = useTranslation("common");
  return (
    <span className="outcome">
      <OutcomeBadge kind={signal.outcome} label={t(`outcome.${signal.outcome}`)} />
      {signal.counts_as_lost ? <OutcomeBadge kind="lost" label={t("record.countsAsLost")} /> : null}
      {signal.is_late ? <OutcomeBadge kind="late" label={t("record.late")} /> : null}
      {signal.is_otc ? <OutcomeBadge kind="otc" label={t("record.otc")} /> : null}
      {signal.correction ? <OutcomeBadge kind="corrected" label={t("record.corrected")} /> : null}
    </span>
  );
}
