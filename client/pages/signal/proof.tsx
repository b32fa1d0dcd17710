/** The proof of the signal in one line: whether this browser has verified it, and when a witness saw it. The rest opens below. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { asPart } from "#client/ui/part.tsx";
import { Time } from "#client/ui/time.tsx";
import { isWitnessedInTime, type SignalDetail } from "#shared/contracts/signals.ts";
import { QUICK_WITNESS_MS } from "#shared/limits/lists.ts";
import { LedgerCheck } from "./ledger-check.tsx";
import { LedgerProof } from "./ledger-proof.tsx";
import { LogProof, useLogProof } from "./log-proof/log-proof.tsx";

export const Proof = asPart(ProofOfSignal);

/** Far enough ahead for the result to be ready when the line scrolls into view. */
const NEAR = "400px 0px";

/** Renders nothing for a backend without a ledger. */
function ProofOfSignal({ signal }: { readonly signal: SignalDetail }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  const absent = useAbsentParts();
  const hasLog = !absent.includes("log");
  const details = useRef<HTMLDetailsElement>(null);
  const isNear = useIsNear(details);
  const logProof = useLogProof(signal.entries, hasLog && isNear);
  const { finding } = logProof;
  const isRefuted = finding !== null && finding.kind !== "holds";
  // Evidence against the record must not stay collapsed.
  useEffect(() => {
    if (isRefuted && details.current) details.current.open = true;
  }, [isRefuted]);
  const witnessed = useWitnessed(signal);
  if (absent.includes("ledger")) return null;
  const status = isRefuted
    ? t("proof.refuted")
    : finding
      ? t("proof.proven")
      : t("proof.recorded", { seq: count(signal.published_seq) });
  return (
    <details ref={details} className="proof">
      <summary>
        <h2>{[status, ...witnessed].join(" · ")}</h2>
      </summary>
      <dl className="entry__links">
        <Witnessed signal={signal} />
        <div>
          <dt>{t("proof.id")}</dt>
          <dd>
            <code>{signal.id}</code>
          </dd>
        </div>
      </dl>
      <LedgerProof entries={signal.entries} />
      {hasLog ? <LogProof signalId={signal.id} entries={signal.entries} proof={logProof} /> : null}
      <LedgerCheck shown={signal} />
    </details>
  );
}

/** Texts for the line; empty if there are no witnesses. */
function useWitnessed({ witnessed_at, published_at, entry_at }: SignalDetail): readonly string[] {
  const { t } = useTranslation("signal");
  const { span, locale } = useFormats();
  const { isWitnessed } = useRuntimeConfig();
  if (witnessed_at === null) return isWitnessed ? [t("proof.notWitnessed")] : [];
  const [atMs, entryMs] = [Date.parse(witnessed_at), Date.parse(entry_at)];
  if (atMs >= entryMs) return [t("proof.witnessedLate", { span: span(atMs - entryMs) })];
  const afterMs = Math.max(0, atMs - Date.parse(published_at));
  const seconds = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "second",
    unitDisplay: "short",
    maximumFractionDigits: 1,
  });
  return [
    t("proof.witnessed", {
      span: afterMs < QUICK_WITNESS_MS ? seconds.format(afterMs / 1000) : span(afterMs),
    }),
  ];
}

function Witnessed({ signal }: { readonly signal: SignalDetail }) {
  const { t } = useTranslation("signal");
  const { span } = useFormats();
  const { isWitnessed } = useRuntimeConfig();
  const { witnessed_at, entry_at } = signal;
  if (witnessed_at === null && !isWitnessed) return null;
  // Computed from whole seconds, as shown, so that readers who subtract the times get the same result.
  const aheadMs = witnessed_at === null ? 0 : wholeSeconds(entry_at) - wholeSeconds(witnessed_at);
  return (
    <div>
      <dt>{t("detail.witnessed")}</dt>
      <dd>
        {witnessed_at === null ? (
          t("detail.notWitnessedNote")
        ) : (
          <>
            <Time at={witnessed_at} precision="second" />,{" "}
            {t(isWitnessedInTime(signal) ? "detail.witnessedInTime" : "detail.witnessedTooLate", {
              duration: span(Math.abs(aheadMs)),
            })}
          </>
        )}
      </dd>
    </div>
  );
}

/** Milliseconds since the epoch of an instant, rounded down to the second. */
export function wholeSeconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000) * 1000;
}

/** Whether the element has come near the viewport. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const near = new IntersectionObserver(
      (sights) => {
        if (sights.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: NEAR },
    );
    near.observe(element.current);
    return () => near.disconnect();
  }, [element]);
  return isNear;
}
