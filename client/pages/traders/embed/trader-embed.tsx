/** A trader's win rate for a frame on other sites: a document of its own, without script. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { WinRateGauge } from "#client/features/figures/win-rate.tsx";
import { formatInstant } from "#client/ui/format-instant.ts";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { detailHref } from "#shared/site/routes.ts";

export interface TraderPictureProps {
  readonly trader: TraderDetail;
  /** When the record was read. */
  readonly readAtMs: number;
  readonly css: string;
}

export function TraderEmbed({ trader, readAtMs, css }: TraderPictureProps) {
  const { brand, language, siteOrigin } = useRuntimeConfig();
  const { t } = useTranslation(["embed", "traders"]);
  const { count } = useFormats();
  const day = useDay();
  const { tag, direction } = LANGUAGE_FACTS[language];
  const { as_of_seq: seq, retired_at: retiredAt } = trader;
  const date = day(readAtMs);
  return (
    <html lang={tag} dir={direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{t("traders:embed.title", { trader: trader.name, brand: brand.name })}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main>
          <h1>{trader.name}</h1>
          {retiredAt === null ? null : <p>{t("retired", { date: day(Date.parse(retiredAt)) })}</p>}
          <WinRateGauge
            statistics={trader.statistics}
            caption={t("traders:detail.rateCaption")}
            verdict={trader.verdict}
          />
          <p>{t("pastResults")}</p>
          <p>
            <small>
              {seq === undefined ? t("asOf", { date }) : t("asOfEntry", { date, seq: count(seq) })}{" "}
            </small>
            <a
              href={siteOrigin + detailHref(language, "traders", trader.handle)}
              target="_blank"
              rel="noopener"
              title={t("newTab")}
            >
              {t("whole", { brand: brand.name })}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}

/** Formats the day of an instant in UTC, because all readers get the same cached picture. */
export function useDay(): (epochMs: number) => string {
  const { locale } = useFormats();
  return (epochMs) => formatInstant(epochMs, { locale, timeZone: "UTC", precision: "day" });
}
