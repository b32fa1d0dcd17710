/** Fields that the forms about signals share. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import useSWR from "swr";
import { useData } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Direction } from "#client/features/figures/signal.tsx";
import type { FormHandle } from "#client/features/form/use-form.ts";
import type { Texts } from "#client/i18n/namespaces.ts";
import { ComboboxField } from "#client/ui/combobox/combobox-field.tsx";
import { matching, plain, type Proposal } from "#client/ui/combobox/proposals.ts";
import { FieldError } from "#client/ui/field.tsx";
import { formatInstant } from "#client/ui/format-instant.ts";
import { PasscodeField } from "#client/ui/passcode-field.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { canonicalAsset } from "#shared/assets/asset.ts";
import { DIRECTIONS, SignalPage } from "#shared/contracts/signals.ts";
import { type Trader, TraderPage } from "#shared/contracts/traders.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { MAX_TRADER_PAGES } from "#shared/limits/lists.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { localSecond, readLocalTime } from "#shared/time/local-time.ts";
import { whichField } from "./form-values.ts";

export interface StaffFieldProps extends Omit<TextFieldProps, "label"> {
  /** Its label among the texts of fields, where its hint may stand beside it. */
  readonly text: keyof Texts["admin"]["fields"];
}

export function StaffField({ text, ...input }: StaffFieldProps) {
  const { t } = useTranslation("admin");
  const texts: Readonly<Record<string, string>> = t("fields", { returnObjects: true });
  return <TextField hint={texts[`${text}Hint`]} autoComplete="off" {...input} label={t(`fields.${text}`)} />;
}

/** For what is no word of a language. */
export const CODE = { autoCapitalize: "none", spellCheck: false } as const;

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

interface LocalTimeFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly label: string;
  /** IANA name. */
  readonly zone: string;
  /** Default value, rounded down to the second. */
  readonly defaultMs: number;
}

/** A time in the zone of the member of staff. If clocks show it twice, it asks which one; if they skip it, it says so. */
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

/** The passcode of the member of staff who sends a form: for acts that a stolen session must not be able to do. */
export function OwnPasscodeField({ field }: Pick<FormHandle, "field">) {
  const { t } = useTranslation("admin");
  return (
    <PasscodeField
      {...field("current_passcode")}
      label={t("fields.currentPasscode")}
      hint={t("fields.currentPasscodeHint")}
      autoComplete="current-password"
      maxLength={BOUNDS.passcode.max}
    />
  );
}

/** The part of the request's body that a form with the field adds. */
export function ownPasscode(value: (name: string) => string) {
  const passcode = value("current_passcode");
  return passcode.trim() ? { current_passcode: passcode } : {};
}
