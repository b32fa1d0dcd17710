/** Publishes one signal, irrevocably: its fields, and a summary before it is published. */
import { useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { Dialog } from "#client/ui/dialog.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { shownZone } from "#client/ui/shown-zone.ts";
import { canonicalAsset } from "#shared/assets/asset.ts";
import { longestLead } from "#shared/contracts/prices.ts";
import { DIRECTIONS, NewSignal, Signal } from "#shared/contracts/signals.ts";
import type { Trader } from "#shared/contracts/traders.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { AssetField } from "./asset-field.tsx";
import { instantOf, shareOf, whichField, wholeOrDecimal } from "./form-values.ts";
import { LocalTimeField } from "./local-time-field.tsx";
import { PublishSummary } from "./publish-summary.tsx";
import { createRepeatKey } from "./repeat-key.ts";
import {
  SIGNAL_LISTS,
  useLeadWarning,
  usePriceLeads,
  useRefresh,
  useRefusalTexts,
  useUsualRanges,
  useWarnings,
  Warned,
} from "./staff-forms.tsx";
import { handleOf, TraderField, useTraders } from "./trader-field.tsx";
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
  const refusalTexts = useRefusalTexts();
  const traders = useTraders();
  const [query] = useSearchParams();
  const [nowMs, setNowMs] = useState(() => Date.now());
  const [repeatKey] = useState(() => createRepeatKey());
  const [asked, setAsked] = useState<Asked | null>(null);
  const zone = shownZone();
  const usual = useUsualRanges();
  const leadWarning = useLeadWarning();
  const leads = usePriceLeads();
  const leadMs = 1000 * ((leads && longestLead(leads, [])) ?? 0);
  const warnings = useWarnings((value) => {
    const { asset, payout, entry_at, expires_at } = signalOf(value, zone, traders);
    const lifeSeconds = (Date.parse(expires_at) - Date.parse(entry_at)) / 1000;
    const assets = [canonicalAsset(asset) ?? asset];
    return {
      payout: usual.payout(payout),
      entry_at: leadWarning((Date.parse(entry_at) - Date.now()) / 1000, assets),
      expires_at: lifeSeconds > 0 ? usual.life(lifeSeconds) : undefined,
    };
  });
  const form = useForm<Signal>({
    schema: NewSignal,
    body: (value) => signalOf(value, zone, traders),
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
        // Closes the dialog before the form moves the focus to a field, because an open modal dialog prevents that.
        flushSync(() => setAsked(null));
      }
    },
    fieldTexts: {
      trader: t("problems.trader"),
      asset: t("problems.asset"),
      direction: t("problems.direction"),
      entry_at: t("problems.time"),
      expires_at: t("problems.expiry"),
      payout: t("problems.payout"),
      confidence: t("problems.confidence"),
      stated_price: t("problems.statedPrice"),
    },
    refusalTexts,
    blames: { trader_retired: "trader" },
    // Resets the form, so that a second press does not publish the same signal again.
    isResetOnceSent: true,
    onSent({ is_late }) {
      repeatKey.sent();
      setNowMs(() => Date.now());
      warnings.clear();
      refresh(...SIGNAL_LISTS);
      toasts.add(
        is_late
          ? { severity: "warn", summary: t("publish.late"), life: 10_000 }
          : { severity: "success", summary: t("publish.done"), life: 6000 },
      );
    },
  });

  function goBack(): void {
    asked?.answer(false);
    setAsked(null);
  }

  return (
    <>
      <div
        className="wide-form"
        ref={followDefaults}
        // On return to an untouched form, moves the default times into the future again.
        onFocus={() => form.isDirty || setNowMs(() => Date.now())}
        onInput={warnings.look}
      >
        <Form form={form} submitLabel={t("publish.submit")}>
          <TraderField {...form.field("trader")} defaultValue={query.get("trader") ?? ""} />
          <AssetField {...form.field("asset")} />
          <SelectField
            {...form.field("direction")}
            label={t("fields.direction")}
            options={[
              { value: "", text: t("fields.choose") },
              ...DIRECTIONS.map((value) => ({ value, text: t(`common:direction.${value}`) })),
            ]}
          />
          <Warned text={warnings.of("payout")}>
            <TextField
              {...form.field("payout")}
              label={t("fields.payout")}
              hint={t("fields.payoutHint")}
              inputMode="decimal"
              defaultValue="85"
              autoComplete="off"
            />
          </Warned>
          <TextField
            {...form.field("confidence")}
            label={t("fields.confidence")}
            hint={t("fields.confidenceHint")}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            {...form.field("stated_price")}
            label={t("fields.statedPrice")}
            hint={t("fields.statedPriceHint")}
            autoComplete="off"
          />
          <Warned text={warnings.of("entry_at")}>
            <LocalTimeField
              {...form.field("entry_at")}
              label={t("fields.entry")}
              zone={zone}
              defaultMs={nowMs + Math.max(5 * MINUTE_MS, leadMs)}
            />
          </Warned>
          <Warned text={warnings.of("expires_at")}>
            <LocalTimeField
              {...form.field("expires_at")}
              label={t("fields.expiry")}
              zone={zone}
              defaultMs={nowMs + 15 * MINUTE_MS + Math.max(5 * MINUTE_MS, leadMs)}
            />
          </Warned>
        </Form>
      </div>
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

/** The form's values as the API takes them. */
function signalOf(value: (name: string) => string, zone: string, traders: readonly Trader[]) {
  const instantIn = (name: string) => instantOf(value(name), zone, value(whichField(name)));
  const confidence = value("confidence");
  const statedPrice = withoutInvisible(value("stated_price"));
  return {
    trader: handleOf(value("trader"), traders),
    asset: withoutInvisible(value("asset")),
    direction: value("direction"),
    entry_at: instantIn("entry_at"),
    expires_at: instantIn("expires_at"),
    payout: shareOf(value("payout")),
    ...(withoutInvisible(confidence) !== "" && { confidence: wholeOrDecimal(confidence) }),
    ...(statedPrice !== "" && { stated_price: statedPrice }),
  };
}

/** React sets a field's first value as if it had been typed, so a changed `defaultValue` takes effect only after a reset. */
function followDefaults(place: HTMLElement | null): void {
  place?.querySelector("form")?.reset();
}
