/**
 * The review before publishing: a sentence that sums up the signal, who settles it, when it counts as late, and every doubt about
 * its values.
 */
import { useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { focusQuietly } from "#client/ui/focus.ts";
import { longestLead, SignalPrices } from "#shared/contracts/prices.ts";
import { type NewSignal, SignalPage } from "#shared/contracts/signals.ts";
import { PRICE_REFRESH_MS } from "#shared/limits/lists.ts";
import { LEAST_USUAL_SIGNALS } from "#shared/limits/sample-sizes.ts";
import { SECOND_MS } from "#shared/time/time-units.ts";
import { focusAsItOpens } from "./staff-forms.ts";
import { type Range, unusualOf, usePriceLeads, useUsualRanges } from "./unusual-values.tsx";

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
  /** The trader's newest signals; if they are too few, what is usual on these platforms counts. */
  readonly last: SignalPage["results"];
}

function Doubts({ signal, traderName: name, last }: DoubtsProps) {
  const { t } = useTranslation("publish");
  const platforms = useUsualRanges();
  const formats = useFormats();
  const lifeMs = signal.expires_at - signal.entry_at;
  const unusual = unusualOf({ asset: signal.asset, payout: signal.payout, lifeMs }, last);
  const about = { name, signals: last.length };
  const between = ({ min, max }: Range, write: (value: number) => string) => ({
    min: write(min),
    max: write(max),
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

/** Null where staff settle; `leadMs` before its entry a signal has to be published. Undefined until it is known. */
export function useSettling(asset: string | null): { readonly leadMs: number } | null | undefined {
  const leads = usePriceLeads();
  if (!leads || asset === null) return undefined;
  const lead = longestLead(leads, [asset]);
  return lead === null ? null : { leadMs: lead * SECOND_MS };
}

/** Who settles a signal on an asset: prices, with the newest one and its age, or staff. */
export function WhoSettles({ asset }: { readonly asset: string | null }) {
  const { t } = useTranslation("publish");
  const settling = useSettling(asset);
  return (
    <p className="who-settles">
      <span role="status">{settling === undefined ? null : t(settling ? "byPrices" : "byHand")}</span>
      {/* Outside the status, because its age changes each second. */}
      {settling && asset !== null ? <LatestPrice asset={asset} /> : null}
    </p>
  );
}

function LatestPrice({ asset }: { readonly asset: string }) {
  const { t } = useTranslation("publish");
  const { locale, price } = useFormats();
  const path = `/api/admin/signals/prices/?asset=${encodeURIComponent(asset)}`;
  const { data } = useApi(path, SignalPrices, { refreshInterval: PRICE_REFRESH_MS });
  const nowS = useSyncExternalStore(eachSecond, () => Math.floor(Date.now() / SECOND_MS));
  if (!data) return null;
  const [latest] = data.points;
  if (!latest) return ` · ${t("noPrice")}`;
  const ageS = Math.max(0, nowS - Math.floor(Date.parse(latest.at) / SECOND_MS));
  const relative = new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" });
  const age =
    ageS < 120 ? relative.format(-ageS, "second") : relative.format(-Math.floor(ageS / 60), "minute");
  return ` · ${t("latestPrice", { asset, price: price(latest.price), age })}`;
}

function eachSecond(onSecond: () => void): () => void {
  const ticking = setInterval(onSecond, SECOND_MS);
  return () => clearInterval(ticking);
}
