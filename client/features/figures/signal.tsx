/** Name and outcome of a signal. */
import { PageLink } from "#client/ui/link.tsx";
import { isLinked } from "#shared/site/site-parts.ts";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { type Direction as SignalDirection, isUnpriced, type Signal } from "#shared/contracts/signals.ts";
import { detailHref } from "#shared/site/routes.ts";
import { useTranslation } from "react-i18next";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { OpenLabel } from "./time-left.tsx";

/** The direction of a signal: an arrow and the word. */
export function Direction({ direction }: { readonly direction: SignalDirection }) {
  const { t } = useTranslation("common");
  return (
    <span className="direction">
      <Icon name={direction === "up" ? "arrow-up" : "arrow-down"} />
      <span>{t(`direction.${direction}`)}</span>
    </span>
  );
}

/** A signal by its asset, which leads to it, and its direction. */
export function SignalName({ id, asset, direction }: Pick<Signal, "id" | "asset" | "direction">) {
  const { language } = useRuntimeConfig();
  const isThere = isLinked("signal", useAbsentParts());
  const isolated = <bdi>{asset}</bdi>;
  return (
    <span className="signal-name">
      {isThere ? <PageLink to={detailHref(language, "signal", id)}>{isolated}</PageLink> : isolated}{" "}
      <Direction direction={direction} />
    </span>
  );
}

/** Returns the word for a signal's outcome; a void for lack of a price has a word of its own. */
export function useOutcomeWord(): (signal: Pick<Signal, "outcome" | "void_reason">) => string {
  const { t } = useTranslation("common");
  return (signal) => t(isUnpriced(signal) ? "record.unpriced" : `outcome.${signal.outcome}`);
}

/** True if staff settled it by hand; false for a void, whose reason says so. */
export function isSettledByHand({ settled_by, outcome }: Pick<Signal, "settled_by" | "outcome">): boolean {
  return settled_by === "hand" && outcome !== "void";
}

export interface OutcomeProps {
  readonly signal: Signal;
  /** Long texts for the time left (`openText`), where no marks follow; short ones by default. */
  readonly openTexts?: string;
}

/** The outcome of a signal, or the time left of an open one, with its marks: late, counted separately, corrected, … */
export function Outcome({ signal, openTexts }: OutcomeProps) {
  const { t } = useTranslation("common");
  const wordOf = useOutcomeWord();
  const word = wordOf(signal);
  const label =
    signal.outcome === "open" ? <OpenLabel signal={signal} word={word} texts={openTexts} /> : word;
  return (
    <span className="outcome">
      <OutcomeBadge kind={signal.outcome} label={label} />
      {signal.price_wait && openTexts === undefined ? (
        <OutcomeBadge kind="waiting" label={t("record.waits")} />
      ) : null}
      {signal.counts_as_lost ? <OutcomeBadge kind="lost" label={t("record.countsAsLost")} /> : null}
      {signal.is_late ? <OutcomeBadge kind="late" label={t("record.late")} /> : null}
      {signal.is_otc ? <OutcomeBadge kind="otc" label={t("record.otc")} /> : null}
      {signal.correction ? <OutcomeBadge kind="corrected" label={t("record.corrected")} /> : null}
      {isSettledByHand(signal) ? <OutcomeBadge kind="hand" label={t("record.byHand")} /> : null}
    </span>
  );
}
