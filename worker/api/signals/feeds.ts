/** The newest signals as Atom (RFC 4287) and JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), in one language. */
import type { Quote } from "#shared/contracts/prices.ts";
import type { SignalFilters } from "#shared/contracts/signal-queries.ts";
import { isUnpriced, type Signal } from "#shared/contracts/signals.ts";
import { LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { detailHref, pageHref } from "#shared/site/routes.ts";
import { FEED_TEXTS } from "#shared/locales/texts-outside-pages.ts";

export interface Feed {
  readonly language: Language;
  /** Address of the feed, with its filters. */
  readonly url: string;
  readonly filters: SignalFilters;
  readonly signals: readonly Signal[];
}

/** When any of the signals last changed: published, settled, voided or corrected; 1970 if there is none. */
export function changedAt(signals: readonly Signal[]): string {
  return signals.map(updatedAt).sort().at(-1) ?? new Date(0).toISOString();
}

export function atomFeed(feed: Feed): string {
  const { language, url, signals } = feed;
  const { origin } = new URL(url);
  const textOf = createTextOf(language);
  const updated = changedAt(signals);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LANGUAGE_FACTS[language].tag}">`,
    `<id>${xml(url)}</id><title>${xml(titleOfFeed(feed))}</title><subtitle>${xml(FEED_TEXTS[language].subtitle)}</subtitle>`,
    `<updated>${updated}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${xml(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(listHref(feed))}"/>`,
    ...signals.map((signal) => atomEntry(signal, { language, origin, text: textOf(signal) })),
    "</feed>\n",
  ].join("\n");
}

export function jsonFeed(feed: Feed): Record<string, unknown> {
  const { language, url, signals } = feed;
  const { origin } = new URL(url);
  const textOf = createTextOf(language);
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: titleOfFeed(feed),
    description: FEED_TEXTS[language].subtitle,
    language: LANGUAGE_FACTS[language].tag,
    home_page_url: listHref(feed),
    feed_url: url,
    items: signals.map((signal) => ({
      id: entryId(signal),
      url: signalHref(signal, language, origin),
      title: titleOf(signal, language),
      content_text: textOf(signal),
      date_published: signal.published_at,
      date_modified: updatedAt(signal),
      authors: [{ name: signal.trader.name }],
      tags: [signal.asset, signal.outcome],
    })),
  };
}

function atomEntry(
  signal: Signal,
  { language, origin, text }: { readonly language: Language; readonly origin: string; readonly text: string },
): string {
  return [
    `<entry><id>${xml(entryId(signal))}</id><title>${xml(titleOf(signal, language))}</title>`,
    `<published>${signal.published_at}</published><updated>${updatedAt(signal)}</updated>`,
    `<author><name>${xml(signal.trader.name)}</name></author>`,
    `<link rel="alternate" type="text/html" href="${xml(signalHref(signal, language, origin))}"/>`,
    `<content type="text">${xml(text)}</content></entry>`,
  ].join("");
}

/** States what the feed is about, so that a reader of several feeds can tell them apart. */
function titleOfFeed({ language, filters, signals }: Feed): string {
  const texts = FEED_TEXTS[language];
  const { trader, asset, direction, outcome } = filters;
  const named = signals.find((signal) => signal.trader.handle === trader)?.trader.name ?? trader;
  const about = [named, asset, direction && texts.direction[direction], outcome && texts.outcome[outcome]];
  const written = about.filter((part) => part !== undefined).join(", ");
  return written === "" ? texts.title : `${written} – ${texts.title}`;
}

/** The list of signals under the filters of the feed, which have the same names there. */
function listHref({ language, url }: Feed): string {
  const { origin, search } = new URL(url);
  return origin + pageHref(language, "signal") + search;
}

/** The same in every language and at every address, so that a reader who changes either gets no entry twice. */
function entryId({ id }: Signal): string {
  return `urn:tidemark:signal:${id}`;
}

function signalHref({ id }: Signal, language: Language, origin: string): string {
  return origin + detailHref(language, "signal", id);
}

function updatedAt({ correction, settled_at, published_at }: Signal): string {
  return correction?.at ?? settled_at ?? published_at;
}

function titleOf({ asset, direction, outcome }: Signal, language: Language): string {
  const texts = FEED_TEXTS[language];
  return `${asset} ${texts.direction[direction]} – ${texts.outcome[outcome]}`;
}

/** A formatter costs more to create than an entry to write, so one of each kind is used for the whole feed. */
function createTextOf(language: Language): (signal: Signal) => string {
  const texts = FEED_TEXTS[language];
  const locale = LANGUAGE_FACTS[language].tag;
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });
  return (signal) => {
    const lines: [label: string, value: string][] = [
      [texts.trader, signal.trader.name],
      [texts.entry, time.format(new Date(signal.entry_at))],
      [texts.expiry, time.format(new Date(signal.expires_at))],
      [texts.payout, percent.format(signal.payout)],
    ];
    const { confidence, correction, void_reason, stated_price: statedPrice } = signal;
    if (statedPrice !== null) lines.push([texts.statedPrice, statedPrice]);
    lines.push(...pricesOf(signal, texts, (at) => time.format(new Date(at))));
    if (confidence !== null) lines.push([texts.confidence, percent.format(confidence / 100)]);
    if (correction) lines.push([texts.correctedFrom, texts.outcome[correction.from]]);
    const reason = correction?.reason ?? void_reason;
    if (reason !== null) lines.push([texts.reason, reason]);
    const text = lines
      .map(([label, value]) => texts.line.replace("{{label}}", () => label).replace("{{value}}", () => value))
      .join("\n");
    const marks = [
      signal.settled_by === "hand" && signal.outcome !== "void" && texts.byHand,
      isUnpriced(signal) && texts.unpriced,
      signal.counts_as_lost && texts.countsAsLost,
      signal.is_late && texts.late,
      signal.is_otc && texts.otc,
    ];
    return [text, ...marks.filter((mark) => mark !== false)].join("\n");
  };
}

/** The prices by which it ended: each with its time, its source, and the hash of the answer. */
function pricesOf(
  signal: Signal,
  texts: (typeof FEED_TEXTS)[Language],
  timeOf: (at: string) => string,
): [label: string, value: string][] {
  const lines: [label: string, value: string][] = [];
  const said = ({ price, at, sha256 }: Quote, source: string) =>
    `${price} (${timeOf(at)}, ${source}, SHA-256 ${sha256})`;
  const { prices, evidence } = signal;
  // Quotes that show a gap are not the prices at its moments.
  for (const { source, entry, expiry } of isUnpriced(signal) ? [] : (prices ?? [])) {
    if (entry) lines.push([texts.entryPrice, said(entry, source)]);
    if (expiry) lines.push([texts.expiryPrice, said(expiry, source)]);
  }
  if (evidence) lines.push([texts.evidence, `${evidence.price} (${timeOf(evidence.at)}, ${evidence.where})`]);
  return lines;
}

/** Text for XML 1.0: markup is escaped, and control characters that XML forbids are left out. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
