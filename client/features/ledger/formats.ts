/** Figures of the record as a language writes them. A dash stands where a formula has no value. */
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import type { Statistics } from "#shared/contracts/traders.ts";

export const NO_VALUE = "—";

export interface Formats {
  /** BCP 47 tag. */
  readonly locale: string;
  /** A share of 1 with one decimal: 57.2 %. */
  readonly percent: (share: number | null) => string;
  /** The same with two decimals. */
  readonly finePercent: (share: number | null) => string;
  /** A payout: a share of 1 with as many decimals as it has. */
  readonly payout: (share: number) => string;
  /** A whole number. */
  readonly count: (value: number) => string;
  /** Two decimals. */
  readonly decimal: (value: number | null) => string;
  /** Two decimals and always a sign, save at 0. */
  readonly signed: (value: number | null) => string;
  /** A price, a decimal number as text, with the digits it has. */
  readonly price: (text: string) => string;
  /** A mark on a scale: a sign and no decimal that says nothing. */
  readonly tick: (value: number) => string;
  /** A stretch of time in the largest unit that measures it exactly. */
  readonly duration: (durationMs: number) => string;
  /** How far two moments are apart, in at most two units; what is left is dropped. */
  readonly span: (spanMs: number) => string;
}

const MINUTE = { unit: "minute", ms: 60_000 } as const;
const SECOND = { unit: "second", ms: 1000 } as const;
const UNITS = [{ unit: "day", ms: 86_400_000 }, { unit: "hour", ms: 3_600_000 }, MINUTE, SECOND] as const;

/** A formatter costs more to make than a row of a table to render, so each is made when its first value comes. */
export function createFormats(locale: string): Formats {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const signDisplay = "exceptZero";
  const format = (options: Intl.NumberFormatOptions) => {
    let formatter: Intl.NumberFormat | null = null;
    return (value: number) => (formatter ??= new Intl.NumberFormat(locale, options)).format(value);
  };
  const orDash = (options: Intl.NumberFormatOptions) => {
    const write = format(options);
    return (value: number | null) => (value === null ? NO_VALUE : withMinus(write(value)));
  };
  return {
    locale,
    percent: orDash({ style: "percent", ...oneDecimal }),
    finePercent: orDash({ style: "percent", ...twoDecimals }),
    payout: format({ style: "percent", maximumFractionDigits: 2 }),
    count: format({ maximumFractionDigits: 0 }),
    decimal: orDash({ ...twoDecimals, signDisplay: "negative" }),
    signed: orDash({ ...twoDecimals, signDisplay }),
    tick: orDash({ maximumFractionDigits: 2, signDisplay }),
    price: createPriceFormat(locale),
    ...createTimeFormats(locale),
  };
}

/** Of the text itself and not its number, which could not hold every digit. */
function createPriceFormat(locale: string): Formats["price"] {
  const byDigits = new Map<number, Intl.NumberFormat>();
  return (text) => {
    const digits = text.split(".")[1]?.length ?? 0;
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format = byDigits.get(digits) ?? new Intl.NumberFormat(locale, fraction);
    byDigits.set(digits, format);
    return isNumeric(text) ? withMinus(format.format(text)) : text;
  };
}

function isNumeric(text: string): text is `${number}` {
  return Number.isFinite(Number(text));
}

function createTimeFormats(locale: string): Pick<Formats, "duration" | "span"> {
  const byUnit = new Map<string, Intl.NumberFormat>();
  const write = (value: number, unit: string) => {
    const style = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 0 } as const;
    const format = byUnit.get(unit) ?? new Intl.NumberFormat(locale, style);
    byUnit.set(unit, format);
    return format.format(value);
  };
  return {
    duration(durationMs) {
      const fit = UNITS.find(({ ms }) => durationMs >= ms && durationMs % ms === 0);
      const { unit, ms } = fit ?? SECOND;
      return write(durationMs / ms, unit);
    },
    span(spanMs) {
      const { unit, ms } = UNITS.find(({ ms }) => spanMs >= ms) ?? SECOND;
      const next = UNITS.find((other) => other.ms < ms);
      const rest = next ? Math.floor((spanMs % ms) / next.ms) : 0;
      const whole = write(Math.floor(spanMs / ms), unit);
      return next && rest > 0 ? `${whole} ${write(rest, next.unit)}` : whole;
    },
  };
}

/** Most languages' data has a hyphen where a minus sign belongs, as wide as the plus. */
function withMinus(text: string): string {
  return text.replace("-", "\u2212");
}

/** In the language of the page. */
export function useFormats(): Formats {
  return formatsOf(useRuntimeConfig().language);
}

function formatsOf(language: Language): Formats {
  const known = formatsByLanguage.get(language);
  if (known) return known;
  const created = createFormats(LANGUAGE_FACTS[language].tag);
  formatsByLanguage.set(language, created);
  return created;
}

// They depend on the language alone.
const formatsByLanguage = new Map<Language, Formats>();

/** The rates behind a verdict, as texts that bear it out. */
type Rates = Pick<Statistics, "win_rate" | "interval" | "break_even" | "verdict" | "above_alone">;
type RateTexts = Readonly<Record<"rate" | "low" | "high" | "breakEven", string>>;

/** With one decimal, or with two where one would show the two rates that the verdict tells apart as the same. */
export function rateTexts(rates: Rates, { percent, finePercent }: Formats): RateTexts {
  const { win_rate, interval, break_even, verdict, above_alone } = rates;
  const { low = null, high = null } = interval ?? {};
  const bound = verdict === "above" || above_alone ? low : verdict === "below" ? high : null;
  const write = bound !== null && percent(bound) === percent(break_even) ? finePercent : percent;
  return { rate: write(win_rate), low: write(low), high: write(high), breakEven: write(break_even) };
}
