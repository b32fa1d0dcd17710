/** The last step before publishing: a sentence that sums up the signal, with warnings about unusual values. */
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { focusQuietly } from "#client/ui/focus.ts";
import { type NewSignal, SignalPage } from "#shared/contracts/signals.ts";
import { unusualOf } from "./unusual-values.ts";

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
  const { locale, payout, price } = useFormats();
  const last = useApi(`/api/signals/?trader=${signal.trader}&limit=100`, SignalPage);
  const [isLate, setIsLate] = useState(() => isPast(signal));
  const warning = useRef<HTMLDivElement>(null);
  const sentence = [
    `${signal.asset} ${t(`common:direction.${signal.direction}`)}`,
    payout(signal.payout),
    formatTimes(signal, locale, zone),
    traderName,
  ].join(", ");

  function publish(): void {
    // The entry time may pass while the summary is read.
    if (!isPast(signal) || isLate) return onPublish();
    setIsLate(true);
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
      <p>{t("summary.text")}</p>
      <div role="alert" ref={warning}>
        {isLate ? <p className="callout callout--caution">{t("admin:publish.isPast")}</p> : null}
      </div>
      <div role="status">
        {last.data ? <Warnings {...props} last={last.data.results} /> : null}
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

interface WarningsProps extends Pick<PublishSummaryProps, "signal" | "traderName"> {
  /** The trader's newest signals. */
  readonly last: SignalPage["results"];
}

function Warnings({ signal, traderName: name, last }: WarningsProps) {
  const { t } = useTranslation("publish");
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
  const texts = [
    unusual.asset && t("summary.asset", { ...about, asset: signal.asset }),
    unusual.payout &&
      t("summary.payout", {
        ...about,
        payout: formats.payout(signal.payout),
        ...between(unusual.payout, formats.payout),
      }),
    unusual.lifeMs &&
      t("summary.life", { ...about, life: formats.span(lifeMs), ...between(unusual.lifeMs, formats.span) }),
  ];
  return texts.map((text) =>
    text ? (
      <p key={text} className="callout callout--caution">
        {text}
      </p>
    ) : null,
  );
}

function isPast({ entry_at }: NewSignal): boolean {
  return entry_at < Date.now();
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

/** `autofocus` keeps the dialog from focusing its first button, which a key still held down would press. */
function focusAsItOpens(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}
