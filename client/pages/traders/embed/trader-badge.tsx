/** A trader's win rate as a small SVG for other sites: it loads nothing and fits with any font. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { rateTexts, useFormats } from "#client/features/figures/formats.ts";
import { useVerdictText, useVoidText } from "#client/features/figures/win-rate.tsx";
import { IntervalPlot } from "#client/ui/interval-bar.tsx";
import { BADGE_SIZE } from "./embed-code.ts";
import { type TraderPictureProps, useDay } from "./trader-embed.tsx";
import { MAX_BADGE_NAME_CHARACTERS } from "#shared/limits/lists.ts";

/** Horizontal padding; wider text is clipped there. */
const SIDE = 12;
const INNER_WIDTH = BADGE_SIZE.width - 2 * SIDE;
const RATE_WIDTH = 70;
const DAY_WIDTH = 80;

export function TraderBadge({ trader, readAtMs, css }: TraderPictureProps) {
  const { brand } = useRuntimeConfig();
  const { t } = useTranslation(["embed", "common", "traders"]);
  const formats = useFormats();
  const { statistics, retired_at: retiredAt } = trader;
  const { win_rate, interval, break_even, won, lost } = statistics;
  const verdict = useVerdictText(trader);
  const rates = rateTexts(statistics, formats);
  const decided = formats.count(won + lost);
  const date = useDay()(readAtMs);
  const title = t("traders:embed.title", { trader: trader.name, brand: brand.name });
  const voids = useVoidText(statistics);
  const voided = voids === null ? "" : `, ${voids}`;
  const words = interval === null ? t("badgeNone") : `${t("badgeInterval", { ...rates, decided })}${voided}`;
  const { width, height } = BADGE_SIZE;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
    >
      <title>
        {printable(
          `${title}: ${interval === null ? words : `${t("common:record.interval", rates)}, n = ${decided}${voided}`}. ${t("asOf", { date })}`,
        )}
      </title>
      <style dangerouslySetInnerHTML={{ __html: `<![CDATA[${css}]]>` }} />
      <rect className="ground" x={0.5} y={0.5} width={width - 1} height={height - 1} rx={6} />
      <svg x={SIDE} width={INNER_WIDTH - RATE_WIDTH}>
        <text className="strong" y={22}>
          {shortened(printable(trader.name))}
        </text>
      </svg>
      {win_rate === null ? null : (
        <text className="strong" x={width - SIDE} y={22} textAnchor="end">
          {rates.rate}
        </text>
      )}
      <IntervalPlot
        x={SIDE}
        y={28}
        width={INNER_WIDTH}
        estimate={win_rate}
        low={interval?.low ?? null}
        high={interval?.high ?? null}
        breakEven={break_even}
      />
      <svg x={SIDE} width={INNER_WIDTH}>
        <text y={70}>{words}</text>
      </svg>
      <svg x={SIDE} width={INNER_WIDTH - DAY_WIDTH}>
        <text className="quiet" y={88}>
          {retiredAt === null ? null : `${t("traders:list.retired")} · `}
          {verdict}
        </text>
      </svg>
      <text className="quiet" x={width - SIDE} y={88} textAnchor="end">
        {date}
      </text>
    </svg>
  );
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length <= MAX_BADGE_NAME_CHARACTERS
    ? name
    : `${characters.slice(0, MAX_BADGE_NAME_CHARACTERS - 1).join("")}…`;
}

/** Removes characters that XML 1.0 forbids, which a name from a backend may contain; one of them would make the SVG invalid. */
function printable(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
}
