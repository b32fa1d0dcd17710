/** Formats figures of the record in the page's language. A dash stands for a formula without a value. */
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { formatDuration, formatSpan } from "#client/ui/format-span.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/site/languages.ts";
import type { Sample, Statistics } from "#shared/contracts/traders.ts";

export const NO_VALUE = "—";

export interface Formats {
  /** BCP 47 tag. */
  readonly locale: string;
  /** A share (0 to 1) as a percentage with one decimal: 57.2 %. */
  readonly percent: (share: number | null) => string;
  /** A payout: a share (0 to 1) as a percentage with all its decimals. */
  readonly payout: (share: number) => string;
  /** A whole number. */
  readonly count: (value: number) => string;
  /** Evidence: three digits, rounded down so that it never shows a threshold that it has not reached. */
  readonly evidence: (value: number) => string;
  /** Two decimals. */
  readonly decimal: (value: number | null) => string;
  /** Two decimals and always a sign, except for 0. */
  readonly signed: (value: number | null) => string;
  /** A price: a decimal number as text, all of its digits kept. */
  readonly price: (text: string) => string;
  /** A label on a scale: with a sign, and no trailing zeros. */
  readonly tick: (value: number) => string;
  /** A duration in the largest unit that divides it. */
  readonly duration: (durationMs: number) => string;
  /** The time between two moments, in at most two units; the remainder is dropped. */
  readonly span: (spanMs: number) => string;
}

/** A formatter costs more to create than a table row to render, so each is created on first use. */
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
    payout: format({ style: "percent", maximumFractionDigits: 2 }),
    count: format({ maximumFractionDigits: 0 }),
    evidence: createEvidenceFormat(format({ maximumSignificantDigits: 3, roundingMode: "floor" })),
    decimal: orDash({ ...twoDecimals, signDisplay: "negative" }),
    signed: orDash({ ...twoDecimals, signDisplay }),
    tick: orDash({ maximumFractionDigits: 2, signDisplay }),
    price: createPriceFormat(locale),
    duration: (durationMs) => formatDuration(durationMs, locale),
    span: (spanMs) => formatSpan(spanMs, locale),
  };
}

/** Outside this range, more digits have no meaning. */
const SHOWN = { least: 0.001, most: 1_000_000 } as const;

function createEvidenceFormat(write: (value: number) => string): Formats["evidence"] {
  return (value) => {
    if (value < SHOWN.least) return `< ${write(SHOWN.least)}`;
    return value > SHOWN.most ? `> ${write(SHOWN.most)}` : write(value);
  };
}

/** Formats the text itself, because a number could not hold every digit. */
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

/** The data of most languages has a hyphen in place of the minus sign, which is as wide as the plus. */
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

// The formats depend only on the language.
const formatsByLanguage = new Map<Language, Formats>();

type Rates = Pick<Statistics, "win_rate" | "interval" | "break_even">;
type RateTexts = Readonly<Record<"rate" | "low" | "high" | "breakEven", string>>;

export function rateTexts({ win_rate, interval, break_even }: Rates, { percent }: Formats): RateTexts {
  const { low = null, high = null } = interval ?? {};
  return { rate: percent(win_rate), low: percent(low), high: percent(high), breakEven: percent(break_even) };
}

/** Keys of the texts under `sample`. */
export const SAMPLE_TEXTS = {
  none: "none",
  too_few: "tooFew",
  weak: "weak",
  fair: "fair",
  good: "good",
} as const satisfies Record<Sample, string>;
