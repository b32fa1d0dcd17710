/** A signal's price from a little before entry to expiry, drawn on the server, with the quotes on the record marked and named. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import type { InstantPrecision } from "#client/ui/format-instant.ts";
import { Time } from "#client/ui/time.tsx";
import type { SignalPrices } from "#shared/contracts/prices.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { DAY_MS } from "#shared/time/time-units.ts";
import { drawPrices, ENTRY_PLACE, PATH_WIDTH, PICTURE_HEIGHT, type PriceDrawing } from "./draw-prices.ts";
import { decidingPrices } from "./deciding-prices.ts";

interface PricePictureProps {
  readonly signal: Signal;
  readonly series: SignalPrices;
}

/** Renders nothing if there is no line to draw. */
export function PricePicture({ signal, series: { points, address } }: PricePictureProps) {
  const { t } = useTranslation(["signal", "common", "live"]);
  const { price } = useFormats();
  const { asset, direction, outcome } = signal;
  const quotes = decidingPrices(signal);
  const drawing = drawPrices({
    direction,
    points,
    quotes,
    entryMs: Date.parse(signal.entry_at),
    expiresMs: Date.parse(signal.expires_at),
  });
  if (outcome === "void" || !drawing) return null;
  const { entry, end } = drawing;
  const latest = points.at(-1);
  const isOfOneDay = Date.parse(signal.expires_at) - Date.parse(signal.entry_at) < DAY_MS;
  const precision = isOfOneDay ? "clock" : "listed";
  const between = { low: price(drawing.low.price), high: price(drawing.high.price) };
  return (
    <figure className="price-picture">
      <Plot
        drawing={drawing}
        outcome={outcome}
        label={
          quotes
            ? t("bet.label", {
                asset,
                entry: price(quotes.entry.price),
                expiry: price(quotes.expiry.price),
                ...between,
              })
            : t("bet.labelOpen", { asset, last: price(end.price), ...between })
        }
      />
      <div className="price-picture__quotes">
        <Moment
          name={t("common:record.entry")}
          price={entry && `${quotes ? "" : "≈ "}${price(entry.price)}`}
          at={signal.entry_at}
          precision={precision}
        />
        {quotes || !latest ? null : (
          <Moment name={t("bet.last")} price={price(latest.price)} at={latest.at} precision={precision} />
        )}
        <Moment
          name={t("live:prices.expiry")}
          price={quotes && price(quotes.expiry.price)}
          at={signal.expires_at}
          precision={precision}
        />
      </div>
      <figcaption>
        {quotes && !address
          ? t("bet.straight")
          : t(quotes ? "bet.between" : "bet.running", { source: address })}
      </figcaption>
    </figure>
  );
}

interface MomentProps {
  readonly name: string;
  /** Null if there is none yet. */
  readonly price: string | null;
  readonly at: string;
  readonly precision: InstantPrecision;
}

function Moment({ name, price, at, precision }: MomentProps) {
  return (
    <p>
      {name} {price === null ? null : <strong>{price}</strong>} <Time at={at} precision={precision} />
    </p>
  );
}

interface PlotProps {
  readonly drawing: PriceDrawing;
  readonly outcome: Signal["outcome"];
  /** Text alternative. */
  readonly label: string;
}

function Plot({ drawing, outcome, label }: PlotProps) {
  const { t } = useTranslation("signal");
  const { language } = useRuntimeConfig();
  const { direction, tag } = LANGUAGE_FACTS[language];
  const isRightToLeft = direction === "rtl";
  const across = (percent: number) => `${isRightToLeft ? 100 - percent : percent}%`;
  const { line, ticks, entry, end, winning } = drawing;
  const tick = new Intl.NumberFormat(tag, { maximumSignificantDigits: 8 });
  return (
    <svg width="100%" height={PICTURE_HEIGHT} role="img" aria-label={label}>
      {winning ? (
        <>
          <rect
            className="price-picture__wins"
            x={isRightToLeft ? 0 : across(ENTRY_PLACE)}
            width={`${100 - ENTRY_PLACE}%`}
            {...winning}
          />
          <text
            className="price-picture__text"
            x={across(ENTRY_PLACE)}
            dx={isRightToLeft ? -8 : 8}
            y={winning.y === 0 ? 18 : PICTURE_HEIGHT - 8}
          >
            {t("bet.wins")}
          </text>
        </>
      ) : null}
      {ticks.map(({ value, y }) => (
        <line key={value} className="price-picture__grid" x1="0%" x2="100%" y1={y} y2={y} />
      ))}
      {[ENTRY_PLACE, 100].map((place) => (
        <line
          key={place}
          className="price-picture__moment"
          x1={across(place)}
          x2={across(place)}
          y1={0}
          y2={PICTURE_HEIGHT}
        />
      ))}
      {entry ? (
        <line
          className="price-picture__level"
          x1={across(entry.x)}
          x2={across(100)}
          y1={entry.y}
          y2={entry.y}
        />
      ) : null}
      <svg
        width="100%"
        height={PICTURE_HEIGHT}
        viewBox={`0 0 ${PATH_WIDTH} ${PICTURE_HEIGHT}`}
        preserveAspectRatio="none"
        overflow="visible"
      >
        <path
          className="price-picture__line"
          d={line}
          vectorEffect="non-scaling-stroke"
          transform={isRightToLeft ? `matrix(-1 0 0 1 ${PATH_WIDTH} 0)` : undefined}
        />
      </svg>
      {ticks.map(({ value, y }) => (
        <text key={value} className="price-picture__text" x={across(0)} y={y} dy={y < 18 ? 14 : -4}>
          {tick.format(value)}
        </text>
      ))}
      {entry ? <circle className="price-picture__entry" cx={across(entry.x)} cy={entry.y} r={4.5} /> : null}
      <circle
        className={`price-picture__end price-picture__end--${outcome}`}
        cx={across(end.x)}
        cy={end.y}
        r={5}
      />
    </svg>
  );
}
