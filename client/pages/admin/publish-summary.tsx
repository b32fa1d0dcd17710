/**
 * The review before publishing: a sentence that sums up the signal, who settles it, when it counts as late, and every doubt about
 * its values.
 */
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { focusQuietly } from "#client/ui/focus.ts";
import { type NewSignal, SignalPage } from "#shared/contracts/signals.ts";
import { focusAsItOpens, useUsualRanges } from "./staff-forms.tsx";
import { unusualOf } from "./unusual-values.ts";
import { useSettling } from "./who-settles.tsx";
import { LEAST_USUAL_SIGNALS } from "#shared/limits/samples.ts";

export interface PublishSummaryProps {
  readonly signal: NewSignal;
  readonly traderName: string;
  /** IANA name. */
  readonly zone: string;
  readonly isBusy: boolean;
  readonly onPublish: () => void;
  readonly onBack: () => void;
}

export function PublishSummary(props: PublishSummaryProps) {
  const { signal, traderName, zone, isBusy, onPublish, onBack } = props;
  const { t } = useTranslation(["publish", "admin", "common"]);
  const { locale, payout, price, span, duration } = useFormats();
  const last = useApi(`/api/signals/?trader=${signal.trader}&limit=100`, SignalPage);
  const settling = useSettling(signal.asset);
  const leadMs = settling?.leadMs ?? 0;
  const inTimeUntilMs = signal.entry_at - leadMs;
  const lateness = () =>
    signal.entry_at < Date.now() ? "late" : inTimeUntilMs < Date.now() ? "perhaps" : null;
  const [told, setTold] = useState(lateness);
  const warning = useRef<HTMLDivElement>(null);
  const sentence = [
    `${signal.asset} ${t(`common:direction.${signal.direction}`)}`,
    payout(signal.payout),
    `${formatTimes(signal, locale, zone)} (${span(signal.expires_at - signal.entry_at)})`,
    traderName,
  ].join(", ");

  function publish(): void {
    // The last moment in time may pass while the review is read.
    if (lateness() === told) return onPublish();
    setTold(lateness);
    // Moves the focus away from the button, which a key still held down would press.
    if (warning.current) focusQuietly(warning.current);
  }

  return (
    <>
      <p className="publish-sentence" tabIndex={-1} ref={focusAsItOpens}>
        {sentence}
      </p>
      {signal.confidence === undefined ? null : (
        <p>{t("summary.confidence", { confidence: payout(signal.confidence / 100) })}</p>
      )}
      {signal.stated_price === undefined ? null : (
        <p>{t("summary.statedPrice", { price: price(signal.stated_price) })}</p>
      )}
      {settling === undefined ? null : <p>{t(settling ? "byPrices" : "byHand")}</p>}
      <p>
        {t(settling ? "summary.leadLate" : "summary.late", {
          time: new Date(inTimeUntilMs).toLocaleTimeString(locale, { timeZone: zone, hourCycle: "h23" }),
          lead: duration(leadMs),
        })}
      </p>
      <p>{t("summary.text")}</p>
      <div role="alert" ref={warning}>
        {told ? (
          <p className="callout callout--caution">
            {told === "late"
              ? t("admin:publish.isPast")
              : t("admin:warnings.lead", { lead: duration(leadMs) })}
          </p>
        ) : null}
      </div>
      <div role="status">
        {(last.data ?? last.error) ? <Doubts {...props} last={last.data?.results ?? []} /> : null}
        {last.error ? <p className="callout">{t("summary.notCompared", { name: traderName })}</p> : null}
        {(last.data ?? last.error) ? null : <p>{t("summary.comparing", { name: traderName })}</p>}
      </div>
      <div className="actions">
        <Button
          look="primary"
          isBusy={isBusy}
          disabled={last.data === undefined && last.error === undefined}
          onClick={publish}
        >
          {t("summary.submit")}
        </Button>
        <Button disabled={isBusy} onClick={onBack}>
          {t("summary.back")}
        </Button>
      </div>
    </>
  );
}

interface DoubtsProps extends Pick<PublishSummaryProps, "signal" | "traderName"> {
  /** The trader's newest signals; with fewer than 20, what is usual on these platforms counts. */
  readonly last: SignalPage["results"];
}

function Doubts({ signal, traderName: name, last }: DoubtsProps) {
  const { t } = useTranslation("publish");
  const platforms = useUsualRanges();
  const formats = useFormats();
  const lifeMs = signal.expires_at - signal.entry_at;
  const unusual = unusualOf({ asset: signal.asset, payout: signal.payout, lifeMs }, last);
  const about = { name, signals: last.length };
  const between = (
    range: { readonly min: number; readonly max: number },
    write: (value: number) => string,
  ) => ({
    min: write(range.min),
    max: write(range.max),
  });
  const texts =
    last.length < LEAST_USUAL_SIGNALS
      ? [platforms.payout(signal.payout), platforms.life(lifeMs / 1000)]
      : [
          unusual.asset && t("summary.asset", { ...about, asset: signal.asset }),
          unusual.payout &&
            t("summary.payout", {
              ...about,
              payout: formats.payout(signal.payout),
              ...between(unusual.payout, formats.payout),
            }),
          unusual.lifeMs &&
            t("summary.life", {
              ...about,
              life: formats.span(lifeMs),
              ...between(unusual.lifeMs, formats.span),
            }),
        ];
  return texts.map((text) =>
    text ? (
      <p key={text} className="callout callout--caution">
        {text}
      </p>
    ) : null,
  );
}

/** The times from entry to expiry; the date once if both have the same, with seconds only if there are any. */
export function formatTimes(
  { entry_at, expires_at }: Pick<NewSignal, "entry_at" | "expires_at">,
  locale: string,
  timeZone: string,
): string {
  const hasSeconds = entry_at % 60_000 > 0 || expires_at % 60_000 > 0;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: hasSeconds ? "medium" : "short",
    hourCycle: "h23",
    timeZone,
  });
  const zoneFormat = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" });
  const [entryZone, expiryZone] = [entry_at, expires_at].map(
    (epochMs) => zoneFormat.formatToParts(epochMs).find(({ type }) => type === "timeZoneName")?.value,
  );
  // If the clocks change in between, a range would show only one time.
  return entryZone === expiryZone
    ? `${format.formatRange(entry_at, expires_at)} ${entryZone}`
    : `${format.format(entry_at)} ${entryZone} – ${format.format(expires_at)} ${expiryZone}`;
}
