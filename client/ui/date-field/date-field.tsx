/** A date typed in its language's numeric format, with a calendar if script runs. */
import { useId, useRef, useState } from "react";
import { fillField } from "#client/ui/fields.ts";
import { Icon } from "#client/ui/icon.tsx";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { type DateStyle, formatDateText, orderOfStyle, parseDateText } from "#shared/time/date-text.ts";
import { Calendar, type CalendarLabels } from "./calendar.tsx";

export interface DateFieldProps extends TextFieldProps {
  /** BCP 47 tag of the page's language. */
  readonly locale: string;
  /** Date format of that language; mm/dd/yyyy if omitted. */
  readonly dates?: DateStyle | undefined;
  /** First day of the week; 0 = Sunday, the default. */
  readonly weekStart?: number | undefined;
  /** IANA name of the zone of the days; UTC if omitted. */
  readonly timeZone?: string;
  readonly labels: CalendarLabels & { readonly open: string };
}

export function DateField({ locale, dates, weekStart, timeZone = "UTC", labels, ...field }: DateFieldProps) {
  const isHydrated = useIsHydrated();
  const popoverId = useId();
  const input = useRef<HTMLInputElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  // Undefined while the calendar is closed.
  const [chosen, setChosen] = useState<string | null>();
  const choose = (date: string) => {
    if (input.current) fillField(input.current, formatDateText(date, dates), false);
    popover.current?.hidePopover();
    input.current?.focus();
  };
  return (
    <div className="date-field">
      <TextField {...field} ref={input} autoComplete="off" maxLength={10} />
      {isHydrated ? (
        <>
          <button
            type="button"
            className="date-field__open"
            aria-label={`${labels.open}: ${field.label}`}
            popoverTarget={popoverId}
          >
            <Icon name="calendar" />
          </button>
          <div
            ref={popover}
            id={popoverId}
            popover="auto"
            className="calendar"
            onToggle={({ newState }) =>
              setChosen(
                newState === "open"
                  ? parseDateText(input.current?.value ?? "", dates && orderOfStyle(dates))
                  : undefined,
              )
            }
          >
            {chosen === undefined ? null : (
              <Calendar {...{ chosen, locale, weekStart, timeZone, labels }} onChoose={choose} />
            )}
          </div>
        </>
      ) : null}
    </div>
  );
}
