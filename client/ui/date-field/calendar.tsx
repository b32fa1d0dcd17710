/** One month from which to choose a day, by pointer or arrow keys. */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role --
   a table of days is the grid of the date picker pattern (WAI-ARIA practices) */
import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { Icon } from "#client/ui/icon.tsx";
import { localMinute } from "#shared/time/local-time.ts";
import { addMonths, dateAfterKey, monthOf, weeksOf } from "./month.ts";

export interface CalendarLabels {
  readonly previous: string;
  readonly next: string;
}

export interface CalendarProps {
  /** The selected day, at which it opens; null opens at today. */
  readonly chosen: string | null;
  readonly locale: string;
  /** First day of the week, 0 = Sunday. */
  readonly weekStart: number | undefined;
  /** IANA name of the zone that determines today. */
  readonly timeZone: string;
  readonly labels: CalendarLabels;
  readonly onChoose: (date: string) => void;
}

export function Calendar({ chosen, locale, weekStart, timeZone, labels, onChoose }: CalendarProps) {
  const [today] = useState(() => localMinute(Date.now(), timeZone).slice(0, 10));
  const [date, setDate] = useState(chosen ?? today);
  // Focuses the date when the calendar opens and when keys move it, not when the month is changed.
  const isByKey = useRef(true);
  const focusDate = useCallback((day: HTMLButtonElement | null) => {
    if (isByKey.current) day?.focus();
  }, []);
  const turn = (months: number) => {
    isByKey.current = false;
    setDate(addMonths(date, months));
  };
  const move = (event: KeyboardEvent) => {
    const next = dateAfterKey(date, event.key, document.dir === "rtl");
    if (next === null) return;
    event.preventDefault();
    isByKey.current = true;
    setDate(next);
  };
  const month = monthOf(date);
  const number = new Intl.NumberFormat(locale);
  return (
    <>
      <div className="calendar__head">
        <button type="button" aria-label={labels.previous} onClick={() => turn(-1)}>
          <Icon name="chevron-left" />
        </button>
        <span aria-live="polite">{monthName(month, locale)}</span>
        <button type="button" aria-label={labels.next} onClick={() => turn(1)}>
          <Icon name="chevron-right" />
        </button>
      </div>
      <table role="grid" className="calendar__days" onKeyDown={move}>
        <Weekdays days={weeksOf(month, weekStart)[0] ?? []} locale={locale} />
        <tbody>
          {weeksOf(month, weekStart).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    ref={day === date ? focusDate : null}
                    type="button"
                    tabIndex={day === date ? 0 : -1}
                    aria-current={day === today ? "date" : undefined}
                    aria-pressed={day === chosen || undefined}
                    aria-label={dayName(day, locale)}
                    data-outside={monthOf(day) !== month}
                    onClick={() => onChoose(day)}
                  >
                    {number.format(Number(day.slice(8)))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Weekdays({ days: week, locale }: { readonly days: readonly string[]; readonly locale: string }) {
  const named = (weekday: "narrow" | "short" | "long") => {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
    return week.map((day) => format.format(Date.parse(day)));
  };
  const long = named("long");
  // In some languages, such as Arabic, the short weekday names equal the full ones, so single letters are used.
  const short = named("short").some((name, index) => name === long[index]) ? named("narrow") : named("short");
  return (
    <thead>
      <tr>
        {week.map((day, index) => (
          <th key={day} scope="col" abbr={long[index]}>
            {short[index]}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function monthName(month: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(Date.parse(`${month}-01`));
}

function dayName(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(Date.parse(day));
}
