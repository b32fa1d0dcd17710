/** The text of a notification about a signal, in a language and a time zone. */
import type { PushMessage } from "#shared/contracts/push.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { localMinute } from "#shared/time/local-time.ts";
import { PUSH_TEXTS } from "#shared/locales/texts-outside-pages.ts";
import { detailHref } from "#shared/site/routes.ts";

/** JSON of a `PushMessage`. */
export type Write = (language: Language, timeZone: string) => string;

/** Writes each text once: many followers share a language and a zone. */
export function createWriter(signal: Signal): Write {
  const written = new Map<string, string>();
  return (language, timeZone) => {
    const key = `${language} ${timeZone}`;
    const known = written.get(key);
    if (known !== undefined) return known;
    const text = JSON.stringify(messageOf(signal, language, timeZone));
    written.set(key, text);
    return text;
  };
}

function messageOf(signal: Signal, language: Language, timeZone: string): PushMessage {
  const { id, trader, asset, direction, published_at, payout } = signal;
  const texts = PUSH_TEXTS[language];
  const values: Readonly<Record<string, string>> = {
    asset,
    direction: texts.direction[direction],
    ...timesOf(signal, language, timeZone),
    payout: new Intl.NumberFormat(LANGUAGE_FACTS[language].tag, {
      style: "percent",
      maximumFractionDigits: 2,
    }).format(payout),
  };
  return {
    type: "signal.published",
    signal_id: id,
    title: trader.name,
    body: texts.body.replaceAll(/\{\{(\w+)\}\}/g, (_placeholder: string, name: string) => values[name] ?? ""),
    path: detailHref(language, "signal", id),
    language,
    tag: id,
    timestamp: published_at,
  };
}

/** `HH:MM`; with the day unless the signal begins and ends on the day of its publication. */
function timesOf(
  { published_at, entry_at, expires_at }: Signal,
  language: Language,
  timeZone: string,
): { readonly entry: string; readonly expiry: string } {
  const days = new Set(
    [published_at, entry_at, expires_at].map((at) => localMinute(Date.parse(at), timeZone).slice(0, 10)),
  );
  const format = new Intl.DateTimeFormat(LANGUAGE_FACTS[language].tag, {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(days.size > 1 && { day: "numeric", month: "short" }),
  });
  return { entry: format.format(Date.parse(entry_at)), expiry: format.format(Date.parse(expires_at)) };
}
