/** Publishes signals one after the other, irrevocably: the fields, and a review before each is published. */
import { type MouseEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm, valuesOf } from "#client/features/form/use-form.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { SignalName } from "#client/features/figures/signal.tsx";
import { useTranslation } from "react-i18next";
import { useRefresh } from "#client/data/use-refresh.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { fillField } from "#client/ui/fields.ts";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import { createStore } from "#client/ui/store.ts";
import { Time } from "#client/ui/time.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { shownZone } from "#client/ui/shown-zone.ts";
import { canonicalAsset } from "#shared/assets/asset.ts";
import { longestLead } from "#shared/contracts/prices.ts";
import { NewSignal, type NewSignalInput, Signal } from "#shared/contracts/signals.ts";
import type { Trader } from "#shared/contracts/traders.ts";
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { OFFERED_MINUTES } from "#shared/limits/lists.ts";
import { localSecond } from "#shared/time/local-time.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { instantOf, priceOf, shareOf, whichField, wholeOrDecimal } from "./form-values.ts";
import { PublishSummary, WhoSettles } from "./publish-summary.tsx";
import { createRepeatKey } from "./repeat-key.ts";
import {
  AssetField,
  DirectionField,
  handleOf,
  LocalTimeField,
  StaffField,
  TraderField,
  useTraders,
} from "./staff-fields.tsx";
import { SIGNAL_LISTS, useStaffTexts } from "./staff-forms.ts";
import { usePriceLeads, useTyped } from "./unusual-values.tsx";
import { MINUTE_MS } from "#shared/time/time-units.ts";

/** A signal whose summary is being reviewed. */
interface Asked {
  readonly signal: NewSignal;
  readonly answer: (isConfirmed: boolean) => void;
}

export function PublishForm() {
  const { t } = useTranslation(["admin", "common", "publish"]);
  const { http } = useData();
  const refresh = useRefresh();
  const texts = useStaffTexts();
  const traders = useTraders();
  const [query] = useSearchParams();
  const [nowMs, setNowMs] = useState(() => Date.now());
  const [repeatKey] = useState(() => createRepeatKey());
  const [asked, setAsked] = useState<Asked | null>(null);
  const zone = shownZone();
  const { duration, locale } = useFormats();
  const place = useRef<HTMLDivElement>(null);
  // React sets a field's first value as if it had been typed, so a changed `defaultValue` takes effect only after a reset.
  useLayoutEffect(() => place.current?.querySelector("form")?.reset(), []);
  // The next signal is often by the same trader, on the same asset and as long. Nothing else is kept: what is left from the
  // signal before could go on the record unnoticed.
  const [kept, setKept] = useState({
    trader: query.get("trader") ?? "",
    asset: "",
    lifeMs: 15 * MINUTE_MS,
  });
  const typedAsset = useTyped((value) => canonicalAsset(withoutInvisible(value("asset"))));
  const leads = usePriceLeads();
  const leadMs = 1000 * ((leads && longestLead(leads, [])) ?? 0);
  const defaultEntry = nowMs + Math.max(5 * MINUTE_MS, leadMs + MINUTE_MS);
  const entryMs = defaultEntry - (defaultEntry % MINUTE_MS);
  const form = useForm({
    schema: NewSignal,
    body: (value) => signalOf(value, { zone, locale, traders }),
    confirm(body) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      setAsked({ signal: v.parse(NewSignal, body), answer: resolve });
      return promise;
    },
    async send(body) {
      try {
        const idempotencyKey = repeatKey.of(body);
        return await http.send("POST", "/api/admin/signals/", body, Signal, { idempotencyKey });
      } finally {
        // Closes the dialog before the focus moves to a field, because an open modal dialog prevents that.
        flushSync(() => setAsked(null));
      }
    },
    ...texts,
    // Resets the form, so that a second press does not publish the same signal again.
    isResetOnceSent: true,
    onSent(signal) {
      const { trader, asset, entry_at, expires_at, is_late } = signal;
      repeatKey.sent();
      flushSync(() => {
        setNowMs(() => Date.now());
        setKept({ trader: trader.handle, asset, lifeMs: Date.parse(expires_at) - Date.parse(entry_at) });
        typedAsset.clear();
        published.set([signal, ...published.current()]);
      });
      const next = place.current?.querySelector<HTMLInputElement>('[name="trader"]');
      next?.focus();
      next?.select();
      refresh(...SIGNAL_LISTS);
      toasts.add(
        is_late
          ? { severity: "warn", summary: t("publish.late"), life: TOAST_LIFE_MS }
          : { severity: "success", summary: t("publish.done"), life: 6000 },
      );
    },
  });

  function goBack(): void {
    asked?.answer(false);
    setAsked(null);
  }

  /** Writes the expiry that is so many minutes after the entry in the form. */
  function expireAfter(minutes: number, { currentTarget: { form: fields } }: MouseEvent<HTMLButtonElement>) {
    const expiry = fields?.elements.namedItem("expires_at");
    if (!fields || !(expiry instanceof HTMLInputElement)) return;
    const value = valuesOf(fields);
    const typed = Date.parse(instantOf(value("entry_at"), zone, value(whichField("entry_at"))));
    const fromMs = Number.isNaN(typed) ? entryMs : typed;
    fillField(expiry, localSecond(fromMs + minutes * MINUTE_MS, zone), false);
  }

  return (
    <>
      <div
        className="wide-form"
        ref={place}
        // On return to an untouched form, moves the default times into the future again.
        onFocus={() => form.isDirty || setNowMs(() => Date.now())}
        onInput={typedAsset.look}
      >
        <Form form={form} submitLabel={t("publish.submit")}>
          <TraderField {...form.field("trader")} defaultValue={kept.trader} />
          <DirectionField {...form.field("direction")} />
          <AssetField {...form.field("asset")} defaultValue={kept.asset} />
          <StaffField {...form.field("payout")} text="payout" inputMode="decimal" defaultValue="85" />
          <LocalTimeField
            {...form.field("entry_at")}
            label={t("fields.entry")}
            zone={zone}
            defaultMs={entryMs}
          />
          <div className="time-choices">
            <LocalTimeField
              {...form.field("expires_at")}
              label={t("fields.expiry")}
              zone={zone}
              defaultMs={entryMs + kept.lifeMs}
            />
            <div role="group" aria-label={t("publish:expireAfter")}>
              {OFFERED_MINUTES.map((minutes) => (
                <Button key={minutes} onClick={(event) => expireAfter(minutes, event)}>
                  {duration(minutes * MINUTE_MS)}
                </Button>
              ))}
            </div>
          </div>
          <StaffField {...form.field("confidence")} text="confidence" inputMode="numeric" />
          <StaffField {...form.field("stated_price")} text="statedPrice" inputMode="decimal" />
          <WhoSettles asset={typedAsset.seen === undefined ? canonicalAsset(kept.asset) : typedAsset.seen} />
        </Form>
      </div>
      <JustPublished />
      <Dialog
        isOpen={asked !== null}
        onClose={goBack}
        title={t("publish:summary.title")}
        closeLabel={t("common:close")}
      >
        {asked ? (
          <PublishSummary
            signal={asked.signal}
            traderName={
              traders.find(({ handle }) => handle === asked.signal.trader)?.name ?? asked.signal.trader
            }
            zone={zone}
            isBusy={form.isSubmitting}
            onPublish={() => asked.answer(true)}
            onBack={goBack}
          />
        ) : null}
      </Dialog>
    </>
  );
}

/** Outlives the form, which other views of the area replace. */
const published = createStore<readonly Signal[]>([]);

/** What was published from this form since the document was loaded, newest first. */
function JustPublished() {
  const { t } = useTranslation(["publish", "common"]);
  const signals = useSyncExternalStore(published.subscribe, published.current);
  if (signals.length === 0) return null;
  return (
    <section className="just-published">
      <h3>{t("justPublished")}</h3>
      <ul>
        {signals.map(({ id, asset, direction, trader, entry_at, is_late }) => (
          <li key={id}>
            <span>
              <SignalName id={id} asset={asset} direction={direction} />
            </span>
            <span>{trader.name}</span>
            <Time at={entry_at} precision="listed" />
            {is_late ? <OutcomeBadge kind="late" label={t("common:record.late")} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The form's values as the API takes them. */
function signalOf(
  value: (name: string) => string,
  { zone, locale, traders }: { zone: string; locale: string; traders: readonly Trader[] },
) {
  const instantIn = (name: string) => instantOf(value(name), zone, value(whichField(name)));
  const confidence = value("confidence");
  const statedPrice = priceOf(value("stated_price"), locale);
  return {
    trader: handleOf(value("trader"), traders),
    asset: withoutInvisible(value("asset")),
    direction: value("direction"),
    entry_at: instantIn("entry_at"),
    expires_at: instantIn("expires_at"),
    payout: shareOf(value("payout")),
    ...(withoutInvisible(confidence) !== "" && { confidence: wholeOrDecimal(confidence) }),
    ...(statedPrice !== "" && { stated_price: statedPrice }),
  } satisfies { readonly [Field in keyof NewSignalInput]: unknown };
}
