/**
 * A time in the zone of the member of staff. If clocks show it twice, the field asks which one; if they skip it, the field says
 * so.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { formatInstant } from "#client/ui/format-instant.ts";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { localSecond, readLocalTime } from "#shared/time/local-time.ts";
import { whichField } from "./form-values.ts";

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
