/** The prices that decide a signal, in one column, with their quote times and the hash of the answer they came from. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Quote, SourcePrices } from "#shared/contracts/prices.ts";
import { comparePrices } from "#shared/record/price-rule.ts";
import { useFormats } from "./formats.ts";

export interface PricesProps {
  readonly prices: readonly SourcePrices[];
  /** The entry price that the trader stated: shown beside the source's. */
  readonly stated?: string | null;
}

interface Line {
  readonly key: string;
  readonly what: string;
  readonly who: string;
  readonly value: ReactNode;
  readonly quote: Quote | null;
}

export function Prices({ prices, stated = null }: PricesProps) {
  const { t } = useTranslation("live");
  const writePrice = usePriceColumn([
    ...(stated === null ? [] : [stated]),
    ...prices.flatMap(({ entry, expiry, later }) =>
      [entry, expiry, later].flatMap((one) => one?.price ?? []),
    ),
  ]);
  const statedLine = {
    key: "stated",
    what: t("prices.stated"),
    who: t("prices.statedNote"),
    value: stated === null ? null : writePrice(stated),
    quote: null,
  };
  const linesOf = useLines(writePrice);
  return (
    <DataTable<Line>
      caption={t("prices.caption")}
      columns={useColumns()}
      rows={[...(stated === null ? [] : [statedLine]), ...prices.flatMap((one) => linesOf(one))]}
      rowKey={({ key }) => key}
      layout="prices"
      empty={t("prices.none")}
    />
  );
}

function useLines(writePrice: (price: string) => string): (prices: SourcePrices) => Line[] {
  const { t } = useTranslation(["live", "common"]);
  return ({ address, source: who, entry, expiry, later }) => {
    const lineOf = (what: string, quote: Quote | null): Line => ({
      key: `${address} ${what}`,
      what,
      who,
      value: quote ? writePrice(quote.price) : t("live:prices.none"),
      quote,
    });
    return [
      lineOf(t("common:record.entry"), entry),
      lineOf(t("live:prices.expiry"), expiry),
      ...(later ? [lineOf(t("live:prices.later"), later)] : []),
      ...(entry && expiry && !later
        ? [
            {
              ...lineOf(t("live:prices.change"), null),
              value: <Change by={comparePrices(expiry.price, entry.price)} />,
            },
          ]
        : []),
    ];
  };
}

function Change({ by }: { readonly by: number }) {
  const { t } = useTranslation("live");
  if (by === 0) return t("prices.same");
  return (
    <span className="direction">
      <Icon name={by > 0 ? "arrow-up" : "arrow-down"} />
      {t(by > 0 ? "prices.higher" : "prices.lower")}
    </span>
  );
}

function useColumns(): readonly Column<Line>[] {
  const { t } = useTranslation("live");
  return [
    {
      key: "what",
      header: t("prices.moment"),
      cell: ({ what, who }) => <TwoLines first={what} second={who} />,
    },
    { key: "price", header: t("prices.price"), isNumber: true, cell: ({ value }) => value },
    {
      key: "quoted",
      header: t("prices.quotedAt"),
      cell: ({ quote }) => quote && <Time at={quote.at} precision="second" />,
    },
    {
      key: "sha256",
      header: "SHA-256",
      cell: ({ quote }) => quote && <Hash hash={quote.sha256} />,
    },
  ];
}

const SHORT_HASH_DIGITS = 12;

/** The first digits of a hash, which expand to the whole hash. */
function Hash({ hash }: { readonly hash: string }) {
  return (
    <details>
      <summary>
        <code>{hash.slice(0, SHORT_HASH_DIGITS)}…</code>
      </summary>
      <code>{hash}</code>
    </details>
  );
}

const FIGURE_SPACE = "\u2007";
const PUNCTUATION_SPACE = "\u2008";

/** Pads prices with figure spaces so that their decimal points align. */
function usePriceColumn(prices: readonly string[]): (price: string) => string {
  const { price: write } = useFormats();
  const digitsOf = (price: string) => price.split(".")[1]?.length ?? 0;
  const most = Math.max(0, ...prices.map(digitsOf));
  return (price) => {
    const digits = digitsOf(price);
    const point = digits === 0 && most > 0 ? PUNCTUATION_SPACE : "";
    return write(price) + point + FIGURE_SPACE.repeat(most - digits);
  };
}
