/** The result of a ledger check, in words. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { formatInstant } from "#client/ui/format-instant.ts";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import type { Flaw } from "#shared/record/ledger-chain.ts";
import type { Discrepancy } from "#shared/record/published-record.ts";
import type { LedgerCheckResult } from "./check-ledger.ts";

type Holds = Extract<LedgerCheckResult, { kind: "holds" }>;

const FLAW_TEXTS = {
  malformed: "check.flaws.malformed",
  seq_out_of_order: "check.flaws.seqOutOfOrder",
  time_goes_back: "check.flaws.timeGoesBack",
  prev_hash_differs: "check.flaws.prevHashDiffers",
  hash_differs: "check.flaws.hashDiffers",
  entry_missing: "check.flaws.entryMissing",
  time_unreadable: "check.flaws.timeUnreadable",
  clock_differs: "check.flaws.clockDiffers",
  clock_behind: "check.flaws.clockBehind",
  trader_exists: "check.flaws.traderExists",
  trader_not_found: "check.flaws.traderNotFound",
  trader_retired: "check.flaws.traderRetired",
  signal_exists: "check.flaws.signalExists",
  signal_not_found: "check.flaws.signalNotFound",
  payout_out_of_bounds: "check.flaws.payoutOutOfBounds",
  entry_after_expiry: "check.flaws.entryAfterExpiry",
  already_expired: "check.flaws.alreadyExpired",
  too_long: "check.flaws.tooLong",
  life_out_of_bounds: "check.flaws.lifeOutOfBounds",
  asset_spelling_differs: "check.flaws.assetSpellingDiffers",
  late_mark_differs: "check.flaws.lateMarkDiffers",
  otc_mark_differs: "check.flaws.otcMarkDiffers",
  deadline_differs: "check.flaws.deadlineDiffers",
  already_settled: "check.flaws.alreadySettled",
  not_yet_expired: "check.flaws.notYetExpired",
  deadline_passed: "check.flaws.deadlinePassed",
  before_deadline: "check.flaws.beforeDeadline",
  deadline_not_lost: "check.flaws.deadlineNotLost",
  not_correctable: "check.flaws.notCorrectable",
  reason_missing: "check.flaws.reasonMissing",
  price_rule_on_otc: "check.flaws.priceRuleOnOtc",
  no_price_rule: "check.flaws.noPriceRule",
  outcome_not_by_prices: "check.flaws.outcomeNotByPrices",
  quote_differs: "check.flaws.quoteDiffers",
  prices_decide: "check.flaws.pricesDecide",
} as const satisfies Record<Flaw, string>;

export interface LedgerCheckReportProps {
  readonly result: LedgerCheckResult;
  /** True if the page shows a signal and its entries were compared. */
  readonly hasShown: boolean;
}

export function LedgerCheckReport({ result, hasShown }: LedgerCheckReportProps) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  const broken = (seq: number, flaw: Flaw) =>
    t("check.broken", { seq: count(seq), reason: t(FLAW_TEXTS[flaw]) });
  switch (result.kind) {
    case "holds":
      return <HoldingRecord result={result} hasShown={hasShown} />;
    case "broken":
      return <Fault lines={[broken(result.seq, result.flaw)]} />;
    case "differs":
      return <Fault lines={[t("check.differs", { seq: count(result.seq) })]} />;
    case "slippedIn":
      return <SlippedIn result={result} />;
    case "unfounded":
      return <Unfounded discrepancy={result.discrepancy} />;
    case "rewritten": {
      const { flaw, brokenAt } = result;
      const now = flaw && brokenAt !== null ? broken(brokenAt, flaw) : t("check.rewrittenHolds");
      return <Fault lines={[t("check.rewritten", { seq: count(result.seq) }), now]} />;
    }
  }
}

function HoldingRecord({ result, hasShown }: { readonly result: Holds; readonly hasShown: boolean }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  const { head, checked, from } = result;
  if (head.seq === 0) return <p>{t("check.empty")}</p>;
  return (
    <div className="ledger-check__result ledger-check__result--holds">
      <p>
        <strong>
          {checked === 0
            ? t("check.nothingNew")
            : t("check.holds", { count: checked, number: count(checked) })}
        </strong>
      </p>
      {from > 0 ? <p>{t("check.sinceLast", { seq: count(from) })}</p> : null}
      {hasShown ? <p>{t("check.shown")}</p> : null}
      <p>
        {from === 0 ? t("check.rules") : null} {t(hasShown ? "check.followsSignal" : "check.followsTotals")}
      </p>
      <p>{t("check.head", { seq: count(head.seq) })}</p>
      <p>
        {t("check.hash")} <code>{head.hash}</code>
      </p>
      <p>{t("check.remembered")}</p>
    </div>
  );
}

function SlippedIn({ result }: { readonly result: Extract<LedgerCheckResult, { kind: "slippedIn" }> }) {
  const { t } = useTranslation("signal");
  const { count, locale } = useFormats();
  const timeZone = useShownZone();
  const date = (ms: number) => formatInstant(ms, { locale, timeZone, precision: "second" });
  const { seq, at, seenMs } = result;
  return (
    <Fault
      lines={[t("check.slippedIn", { seq: count(seq), at: date(Date.parse(at)), seen: date(seenMs) })]}
    />
  );
}

function Unfounded({ discrepancy }: { readonly discrepancy: Discrepancy }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  const { thing: kind, name, place, found, expected, seq } = discrepancy;
  const thing = t(`check.things.${kind}`, { name });
  if (place === "") return <Fault lines={[t("check.unknown", { thing })]} />;
  const values = { found: JSON.stringify(found), expected: JSON.stringify(expected) };
  return <Fault lines={[t("check.unfounded", { thing, place, ...values, seq: count(seq) })]} />;
}

function Fault({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div className="ledger-check__result ledger-check__result--fails">
      {lines.map((line, index) => (
        <p key={line}>{index === 0 ? <strong>{line}</strong> : line}</p>
      ))}
    </div>
  );
}
