/** One signal: its call and time, its outcome, and the ledger entries that prove both. */
import { PageLink } from "#client/ui/link.tsx";
import { PageHead } from "#client/pages/page-head.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { signalKey } from "#client/data/keys.ts";
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { Direction, Outcome } from "#client/features/figures/signal.tsx";
import { type Figure, Figures } from "#client/features/figures/figures.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { LiveOutcomes } from "#client/features/live/live-outcomes.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { TraderName } from "#client/features/figures/trader-name.tsx";
import { PastResults } from "#client/features/figures/past-results.tsx";
import { ShareLinks } from "#client/features/share/share-links.tsx";
import { OpenBar } from "#client/features/figures/time-left.tsx";
import type { InstantPrecision } from "#client/ui/format-instant.ts";
import { Time } from "#client/ui/time.tsx";
import { isOverTheCounter } from "#shared/assets/asset.ts";
import { SignalDetail as SignalDetailContract, type SignalDetail } from "#shared/contracts/signals.ts";
import { pageHref } from "#shared/site/routes.ts";
import { Bet } from "./bet.tsx";
import { Proof, wholeSeconds } from "./proof.tsx";
import { SignalHead } from "./signal-head.tsx";
import { Settlement } from "./settlement.tsx";

export function SignalDetailView({ id }: { readonly id: string }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["signal", "common"]);
  const { data: signal, error, mutate } = useApi(signalKey(id), SignalDetailContract);
  const name = signal
    ? `${signal.asset} ${t(`common:direction.${signal.direction}`)}, ${signal.trader.name}`
    : id;
  return (
    <article>
      {signal ? <SignalHead signal={signal} name={name} /> : <PageHead page="signal" thing={id} />}
      <p className="back">
        <PageLink to={pageHref(language, "signal")}>{t("detail.back")}</PageLink>
      </p>
      {signal ? (
        <>
          <SignalRecord signal={signal} />
          <ShareLinks title={name} />
        </>
      ) : (
        <>
          <h1>{t("detail.heading", { id })}</h1>
          <NotLoaded error={error} retry={mutate} />
        </>
      )}
    </article>
  );
}

function SignalRecord({ signal }: { readonly signal: SignalDetail }) {
  const { t } = useTranslation("signal");
  return (
    <>
      <header className="record-head">
        <h1>
          <bdi>{signal.asset}</bdi> <Direction direction={signal.direction} />
        </h1>
        <State signal={signal} />
      </header>
      <LiveOutcomes page={{ as_of_seq: signal.as_of_seq, results: [signal] }} />
      <Bet signal={signal} />
      <PastResults />
      <p>
        {t("detail.by")} <TraderName {...signal.trader} />
      </p>
      <SignalFigures signal={signal} />
      <Notes signal={signal} />
      <Settlement signal={signal} />
      <Proof signal={signal} />
    </>
  );
}

/** One line: the time left of an open signal, or its outcome, with payout and duration. */
function State({ signal }: { readonly signal: SignalDetail }) {
  const { t } = useTranslation(["signal", "common"]);
  const { payout, duration } = useFormats();
  const [time, span] = ["{time}", "{span}"];
  const openTexts = [
    t("state.enters", { time, span }),
    t("state.entersSoon", { time }),
    t("state.about", { span }),
    t("state.aboutOut"),
    t(signal.price_rule ? "state.due" : "state.dueByHand"),
  ].join("|");
  const lifeMs = Date.parse(signal.expires_at) - Date.parse(signal.entry_at);
  return (
    <div className="signal-state">
      <Outcome signal={signal} openTexts={openTexts} />
      {signal.outcome === "open" ? <OpenBar signal={signal} /> : null}
      <p>
        {t("common:record.pays")} {payout(signal.payout)} · {t("common:record.runs")} {duration(lifeMs)}
      </p>
    </div>
  );
}

/** Notes on unusual properties of the signal. */
function Notes({ signal }: { readonly signal: SignalDetail }) {
  const { t } = useTranslation(["signal", "common"]);
  const isByDeadline = signal.entries.some(
    (entry) => entry.kind === "settled" && entry.payload.cause === "deadline",
  );
  return (
    <>
      {signal.is_late ? (
        <p className="callout callout--caution">
          {t(isAfterEntry(signal) ? "detail.late" : "detail.lateByPrice")}
        </p>
      ) : null}
      {isOverTheCounter(signal.asset) ? (
        <p className="callout callout--caution">
          {t("detail.overTheCounter")} {signal.is_otc ? t("detail.countedApart") : null}
        </p>
      ) : null}
      {isByDeadline ? <p className="callout">{t("detail.byDeadline")}</p> : null}
      {correctionsOf(signal).map(({ seq, from, to, reason }) => (
        <p key={seq} className="callout callout--caution">
          {t("detail.corrected", {
            from: t(`common:outcome.${from}`),
            to: t(`common:outcome.${to}`),
            reason,
          })}
        </p>
      ))}
      {signal.void_reason === null ? null : (
        <p className="callout">
          {t(signal.counts_as_lost ? "detail.voidedLost" : "detail.voided", { reason: signal.void_reason })}
        </p>
      )}
    </>
  );
}

/**
 * All corrections from the first outcome to the current one, from the entries; with a backend without a ledger only the last
 * one.
 */
function correctionsOf({ entries, correction, outcome }: SignalDetail) {
  const settled = entries.filter((entry) => entry.kind === "settled");
  const steps = settled.flatMap(({ seq, payload }, index) => {
    const before = settled[index - 1];
    if (payload.cause !== "correction" || !before) return [];
    return [{ seq, from: before.payload.outcome, to: payload.outcome, reason: payload.reason }];
  });
  return steps.length === 0 && correction ? [{ ...correction, to: outcome }] : steps;
}

function SignalFigures({ signal }: { readonly signal: SignalDetail }) {
  const { t } = useTranslation(["signal", "common"]);
  const { payout, duration, span } = useFormats();
  const time = (instant: string, precision?: InstantPrecision) => <Time at={instant} precision={precision} />;
  // Computed from whole seconds, as shown, so that readers who subtract the times get the same result.
  const lateMs = wholeSeconds(signal.published_at) - wholeSeconds(signal.entry_at);
  const end: Figure =
    signal.settled_at === null
      ? {
          name: t("detail.settleBy"),
          value: time(signal.settle_by, "second"),
          note: t(signal.price_rule ? "detail.settleByVoidNote" : "detail.settleByNote"),
        }
      : {
          name: t(signal.outcome === "void" ? "detail.voidedAt" : "detail.settledAt"),
          value: time(signal.settled_at, "second"),
        };
  const runsFor = duration(Date.parse(signal.expires_at) - Date.parse(signal.entry_at));
  return (
    <Figures
      look="times"
      figures={[
        {
          name: t("common:record.published"),
          value: time(signal.published_at, "second"),
          note: t(isAfterEntry(signal) ? "detail.afterEntry" : "detail.beforeEntry", {
            duration: span(Math.abs(lateMs)),
          }),
        },
        { name: t("common:record.entry"), value: time(signal.entry_at, "second") },
        {
          name: t("detail.expiry"),
          value: time(signal.expires_at, "second"),
          note: t("detail.afterEntry", { duration: runsFor }),
        },
        end,
        { name: t("common:record.payout"), value: payout(signal.payout), note: t("detail.payoutNote") },
        ...(signal.confidence === null
          ? []
          : [
              {
                name: t("detail.confidence"),
                value: payout(signal.confidence / 100),
                note: t("detail.confidenceNote"),
              },
            ]),
      ]}
    />
  );
}

/** Whether the entry time had passed when the signal was published. */
function isAfterEntry({ published_at, entry_at }: SignalDetail): boolean {
  return Date.parse(published_at) > Date.parse(entry_at);
}
