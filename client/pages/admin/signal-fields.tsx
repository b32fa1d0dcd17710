/** Fields that the forms about signals share. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import useSWR from "swr";
import { useData } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Direction } from "#client/features/figures/signal.tsx";
import { ComboboxField } from "#client/ui/combobox/combobox-field.tsx";
import { matching, plain, type Proposal } from "#client/ui/combobox/proposals.ts";
import { FieldError } from "#client/ui/field.tsx";
import { formatInstant } from "#client/ui/format-instant.ts";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { canonicalAsset } from "#shared/assets/asset.ts";
import { DIRECTIONS, type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { type Trader, TraderPage } from "#shared/contracts/traders.ts";
import { MAX_TRADER_PAGES } from "#shared/limits/lists.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { localSecond, readLocalTime } from "#shared/time/local-time.ts";
import { whichField } from "./form-values.ts";

interface FieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly defaultValue?: string;
}

/** Searches any part of name or handle; sends the handle. */
export function TraderField(field: FieldProps) {
  const { t } = useTranslation("admin");
  const proposals = useTraders().map(({ handle, name }) => ({ value: handle, name }));
  return (
    <ComboboxField
      {...field}
      label={t("fields.trader")}
      hint={t("fields.traderHint")}
      proposalsFor={(typed) => matching(proposals, typed)}
    />
  );
}

const TRADERS = "/api/traders/?sort=handle&limit=100";

/** The active traders, sorted by handle; empty until they have loaded, if nobody needs them, and if the API has no such list. */
export function useTraders(isNeeded = true): readonly Trader[] {
  const { http } = useData();
  // The key starts with the path of the traders, so that `useRefresh` revalidates it after a trader is added or retires.
  const { data } = useSWR(isNeeded ? `${TRADERS}#all` : null, () => loadTraders(http));
  return data ?? [];
}

async function loadTraders(http: Http): Promise<readonly Trader[]> {
  const traders: Trader[] = [];
  let cursor: string | null = "";
  for (let page = 0; page < MAX_TRADER_PAGES && cursor !== null; page += 1) {
    const path: string = cursor === "" ? TRADERS : `${TRADERS}&cursor=${encodeURIComponent(cursor)}`;
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const { results, next } = await http.get(path, TraderPage);
    traders.push(...results.filter(({ retired_at }) => retired_at === null));
    cursor = next;
  }
  return traders;
}

/**
 * The handle that was typed, or that belongs to a full name that only one trader has; other text is returned unchanged, and the
 * API refuses it.
 */
export function handleOf(typed: string, traders: readonly Pick<Trader, "handle" | "name">[]): string {
  const text = withoutInvisible(typed).toLowerCase();
  if (traders.some(({ handle }) => handle === text)) return text;
  const named = traders.filter(({ name }) => plain(name) !== "" && plain(name) === plain(text));
  return named.length === 1 ? (named[0]?.handle ?? text) : text;
}

/** Any asset may be published; it suggests those of the newest signals. */
export function AssetField(field: FieldProps) {
  const { t } = useTranslation("admin");
  const { data } = useApi("/api/signals/?limit=100", SignalPage);
  const known = [...new Set(data?.results.map(({ asset }) => asset))].sort();
  return (
    <ComboboxField
      {...field}
      label={t("fields.asset")}
      placeholder="EUR/USD"
      proposalsFor={(typed) => assetsFor(typed, known)}
    />
  );
}

/** The known assets that match, and the canonical spelling if it differs from the input: `USD/SEK` for `usdsek`. */
export function assetsFor(typed: string, known: readonly string[]): readonly Proposal[] {
  const written = withoutInvisible(typed);
  const spelled = canonicalAsset(written);
  const isNew =
    spelled !== null && !known.includes(spelled) && spelled.toUpperCase() !== written.toUpperCase();
  const matches = matching(
    known.map((value) => ({ value })),
    written,
  );
  return isNew ? [{ value: spelled }, ...matches] : matches;
}

/** Up or down, side by side: one Tab stop, where Space or an arrow key chooses. None is chosen at first. */
export function DirectionField({ name, error }: FieldProps) {
  const { t } = useTranslation("admin");
  const errorId = useId();
  return (
    <fieldset
      className="field"
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="field__label">{t("fields.direction")}</legend>
      <div className="choices">
        {DIRECTIONS.map((direction) => (
          <label key={direction} className="choice">
            <input type="radio" name={name} value={direction} />
            <Direction direction={direction} />
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

/** The reason that staff give for an act on a signal, which is public: a `PublicReason`. */
export function ReasonField(field: Omit<TextFieldProps, "label" | "hint">) {
  const { t } = useTranslation("admin");
  const texts = { label: t("fields.reason"), hint: t("fields.reasonHint") };
  return <TextField {...field} {...texts} autoComplete="off" maxLength={500} />;
}

/** Distinguishes a signal from others on the same asset; the last part is the number of its ledger entry. */
export function WhichSignal({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("common");
  const { trader, direction, entry_at, expires_at, published_seq } = signal;
  return (
    <>
      {trader.name}, {t(`direction.${direction}`)}, <Time at={entry_at} /> – <Time at={expires_at} />, #
      {published_seq}
    </>
  );
}

export interface LocalTimeFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly label: string;
  /** IANA name. */
  readonly zone: string;
  /** Default value, rounded down to the second. */
  readonly defaultMs: number;
}

export function LocalTimeField({ name, error, label, zone, defaultMs }: LocalTimeFieldProps) {
  const { t } = useTranslation("admin");
  const { locale } = useFormats();
  const given = localSecond(defaultMs, zone);
  // Discards what was typed when the default changes.
  const [typed, setTyped] = useState({ over: given, text: given });
  const read = readLocalTime(typed.over === given ? typed.text : given, zone);
  const told = (epochMs: number) => formatInstant(epochMs, { locale, timeZone: zone });
  const { epochMs = 0, secondMs = null, isSkipped = false } = read ?? {};
  const isGiven = typed.over !== given || typed.text === given;
  const ofDefault = secondMs !== null && defaultMs >= secondMs ? "second" : "first";
  return (
    <>
      <div>
        <TextField
          name={name}
          error={secondMs === null ? error : undefined}
          label={label}
          hint={t("fields.zoneHint", { zone })}
          type="datetime-local"
          defaultValue={given}
          onInput={({ currentTarget }) => setTyped({ over: given, text: currentTarget.value })}
        />
        <div role="status">
          {isSkipped ? (
            <p className="callout callout--caution">{t("publish.skippedTime", { time: told(epochMs) })}</p>
          ) : null}
        </div>
      </div>
      {secondMs === null ? null : (
        <SelectField
          name={whichField(name)}
          error={error}
          label={t("fields.whichTime", { field: label })}
          hint={t("fields.whichTimeHint")}
          defaultValue={isGiven ? ofDefault : ""}
          options={[
            { value: "", text: t("fields.choose") },
            { value: "first", text: told(epochMs) },
            { value: "second", text: told(secondMs) },
          ]}
        />
      )}
    </>
  );
}
