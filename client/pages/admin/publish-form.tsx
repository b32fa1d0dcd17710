/** One signal onto the record, for good. */
import { type FormEvent, useId, useState } from "react";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { useApi } from "#client/data/use-api.ts";
import { Form } from "#client/form/form.tsx";
import { useForm, valuesOf } from "#client/form/use-form.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toasts.ts";
import { shownZone } from "#client/ui/shown-zone.ts";
import { DIRECTIONS, NewSignal, Signal } from "#shared/contracts/signals.ts";
import { TraderPage } from "#shared/contracts/traders.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { instantOf, localMinute, shareOf } from "./form-values.ts";
import { useRefusalTexts } from "./refusal-texts.ts";
import { createRepeatKey } from "./repeat-key.ts";
import { useRefresh } from "./use-refresh.ts";

const MINUTE_MS = 60_000;

export function PublishForm() {
  const { t } = useTranslation(["admin", "common"]);
  const { http } = useData();
  const refresh = useRefresh();
  const refusalTexts = useRefusalTexts();
  const [nowMs, setNowMs] = useState(() => Date.now());
  const [isWarned, setIsWarned] = useState(false);
  const [repeatKey] = useState(() => createRepeatKey(() => crypto.randomUUID()));
  const zone = shownZone();
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
    },
    refusalTexts,
    blames: { trader_retired: "trader" },
    // A second press must not put the same on the record again.
    isResetOnceSent: true,
    onSent({ is_late }) {
      repeatKey.sent();
      setNowMs(() => Date.now());
      setIsWarned(false);
      refresh("/api/signals/", "/api/admin/audit/");
      toasts.add(
        is_late
          ? { severity: "warn", summary: t("publish.late"), life: 10_000 }
          : { severity: "success", summary: t("publish.done"), life: 6000 },
      );
    },
  });

  /** The API takes a late signal, for good: it is sent by a second press. What else is wrong comes first. */
  function warnOnce(event: FormEvent<HTMLDivElement>): void {
    if (isWarned || !(event.target instanceof HTMLFormElement)) return;
    if (!isForThePast(signalOf(valuesOf(event.target), zone))) return;
    event.preventDefault();
    event.stopPropagation();
    setIsWarned(true);
  }

  return (
    <div
      className="wide-form"
      ref={followDefaults}
      // Whoever comes back to an untouched form finds times that are still ahead.
      onFocus={() => form.isDirty || setNowMs(() => Date.now())}
      onInput={({ target }) => isEntry(target) && setIsWarned(false)}
      onSubmitCapture={warnOnce}
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
        <TextField
          {...form.field("payout")}
          label={t("fields.payout")}
          hint={t("fields.payoutHint")}
          inputMode="decimal"
          defaultValue="85"
          autoComplete="off"
        />
        <TextField
          {...form.field("entry_at")}
          label={t("fields.entry")}
          hint={t("fields.zoneHint", { zone })}
          type="datetime-local"
          defaultValue={localMinute(nowMs + 5 * MINUTE_MS, zone)}
        />
        <TextField
          {...form.field("expires_at")}
          label={t("fields.expiry")}
          hint={t("fields.zoneHint", { zone })}
          type="datetime-local"
          defaultValue={localMinute(nowMs + 20 * MINUTE_MS, zone)}
        />
        <div role="alert">
          {isWarned ? <p className="callout callout--caution">{t("publish.isPast")}</p> : null}
        </div>
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
  return {
    trader: withoutInvisible(value("trader")).toLowerCase(),
    asset: withoutInvisible(value("asset")),
    direction: value("direction"),
    entry_at: instantOf(value("entry_at"), zone),
    expires_at: instantOf(value("expires_at"), zone),
    payout: shareOf(value("payout")),
  };
}

function isForThePast(signal: ReturnType<typeof signalOf>): boolean {
  return v.is(NewSignal, signal) && Date.parse(signal.entry_at) < Date.now();
}

function isEntry(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.name === "entry_at";
}

/** React gives a field its first value as if it had been typed; only a reset lets it follow a default that changes. */
function followDefaults(place: HTMLElement | null): void {
  place?.querySelector("form")?.reset();
}
