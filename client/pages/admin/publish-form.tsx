/** One signal onto the record, for good. */
import { useId, useState } from "react";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { useApi } from "#client/data/use-api.ts";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { shownZone } from "#client/ui/shown-zone.ts";
import { DIRECTIONS, NewSignal, Signal } from "#shared/contracts/signals.ts";
import { TraderPage } from "#shared/contracts/traders.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { instantOf, isDoubtfulPayout, shareOf, whichField, wholeOrDecimal } from "./form-values.ts";
import { LocalTimeField } from "./local-time-field.tsx";
import { createRepeatKey } from "./repeat-key.ts";
import {
  useQuestions,
  useRefresh,
  useRefusalTexts,
  useUsualRanges,
  useWarnings,
  Warned,
} from "./staff-forms.tsx";

const MINUTE_MS = 60_000;

export function PublishForm() {
  const { t } = useTranslation(["admin", "common"]);
  const { http } = useData();
  const refresh = useRefresh();
  const refusalTexts = useRefusalTexts();
  const [nowMs, setNowMs] = useState(() => Date.now());
  const [repeatKey] = useState(() => createRepeatKey());
  const zone = shownZone();
  const { payout: formatPayout } = useFormats();
  const usual = useUsualRanges();
  const warnings = useWarnings((value) => {
    const { payout, entry_at, expires_at } = signalOf(value, zone);
    const lifeSeconds = (Date.parse(expires_at) - Date.parse(entry_at)) / 1000;
    return {
      payout: usual.payout(payout),
      expires_at: lifeSeconds > 0 ? usual.life(lifeSeconds) : undefined,
    };
  });
  // The API takes all of it, for good. What else is wrong comes first.
  const questions = useQuestions((value) => {
    const signal = signalOf(value, zone);
    if (!v.is(NewSignal, signal)) return [];
    return [
      ...(Date.parse(signal.entry_at) < Date.now() ? [t("publish.isPast")] : []),
      ...(isDoubtfulPayout(signal.payout)
        ? [t("questions.payout", { payout: formatPayout(signal.payout) })]
        : []),
    ];
  });
  const form = useForm<Signal>({
    schema: NewSignal,
    body: (value) => signalOf(value, zone),
    send: (body) =>
      http.send("POST", "/api/admin/signals/", body, Signal, { idempotencyKey: repeatKey.of(body) }),
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
    // A second press must not put the same on the record again.
    isResetOnceSent: true,
    onSent({ is_late }) {
      repeatKey.sent();
      setNowMs(() => Date.now());
      questions.clear();
      warnings.clear();
      refresh("/api/signals/", "/api/admin/audit/");
      toasts.add(
        is_late
          ? { severity: "warn", summary: t("publish.late"), life: 10_000 }
          : { severity: "success", summary: t("publish.done"), life: 6000 },
      );
    },
  });

  return (
    <div
      className="wide-form"
      ref={followDefaults}
      // Whoever comes back to an untouched form finds times that are still ahead.
      onFocus={() => form.isDirty || setNowMs(() => Date.now())}
      onInput={(event) => {
        if (isAskedAbout(event.target)) questions.clear();
        warnings.look(event);
      }}
      onSubmitCapture={questions.askFirst}
    >
      <Form form={form} submitLabel={t("publish.submit")}>
        <TraderField {...form.field("trader")} />
        <TextField
          {...form.field("asset")}
          label={t("fields.asset")}
          placeholder="EUR/USD"
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField
          {...form.field("direction")}
          label={t("fields.direction")}
          options={DIRECTIONS.map((value) => ({ value, text: t(`common:direction.${value}`) }))}
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
        <LocalTimeField
          {...form.field("entry_at")}
          label={t("fields.entry")}
          zone={zone}
          defaultMs={nowMs + 5 * MINUTE_MS}
        />
        <Warned text={warnings.of("expires_at")}>
          <LocalTimeField
            {...form.field("expires_at")}
            label={t("fields.expiry")}
            zone={zone}
            defaultMs={nowMs + 20 * MINUTE_MS}
          />
        </Warned>
        {questions.asked}
      </Form>
    </div>
  );
}

export interface TraderFieldProps {
  readonly name: string;
  readonly error: string | undefined;
}

/** A handle, typed or chosen: the list proposes, so that it may be long. */
export function TraderField({ name, error }: TraderFieldProps) {
  const { t } = useTranslation("admin");
  const listId = useId();
  const { data } = useApi("/api/traders/?sort=handle&limit=100", TraderPage);
  const active = data?.results.filter(({ retired_at }) => retired_at === null) ?? [];
  return (
    <>
      <TextField
        name={name}
        error={error}
        label={t("fields.trader")}
        hint={t("fields.traderHint")}
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={listId}>
        {active.map(({ handle, name }) => (
          <option key={handle} value={handle}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** What was typed, as the API takes it. */
function signalOf(value: (name: string) => string, zone: string) {
  const instantIn = (name: string) => instantOf(value(name), zone, value(whichField(name)));
  const confidence = value("confidence");
  const statedPrice = withoutInvisible(value("stated_price"));
  return {
    trader: withoutInvisible(value("trader")).toLowerCase(),
    asset: withoutInvisible(value("asset")),
    direction: value("direction"),
    entry_at: instantIn("entry_at"),
    expires_at: instantIn("expires_at"),
    payout: shareOf(value("payout")),
    ...(withoutInvisible(confidence) !== "" && { confidence: wholeOrDecimal(confidence) }),
    ...(statedPrice !== "" && { stated_price: statedPrice }),
  };
}

function isAskedAbout(target: EventTarget): boolean {
  return (
    "name" in target && ["entry_at", whichField("entry_at"), "payout"].some((name) => name === target.name)
  );
}

/** React gives a field its first value as if it had been typed; only a reset lets it follow a default that changes. */
function followDefaults(place: HTMLElement | null): void {
  place?.querySelector("form")?.reset();
}
