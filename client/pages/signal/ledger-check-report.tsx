/** What a check of the ledger found, in words. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import type { Flaw } from "#shared/ledger-chain.ts";
import type { LedgerCheckResult } from "./check-ledger.ts";

type Holds = Extract<LedgerCheckResult, { kind: "holds" }>;

const FLAW_TEXTS = {
  malformed: "check.flaws.malformed",
  seq_out_of_order: "check.flaws.seqOutOfOrder",
  time_goes_back: "check.flaws.timeGoesBack",
  prev_hash_differs: "check.flaws.prevHashDiffers",
  hash_differs: "check.flaws.hashDiffers",
  entry_missing: "check.flaws.entryMissing",
} as const satisfies Record<Flaw, string>;

export interface LedgerCheckReportProps {
  readonly result: LedgerCheckResult;
  /** The page shows entries, and they were compared. */
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
      <p>{t("check.head", { seq: count(head.seq) })}</p>
      <p>
        {t("check.hash")} <code>{head.hash}</code>
      </p>
      <p>{t("check.remembered")}</p>
    </div>
  );
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
