/** The last results of a trader as a strip of marks, the newest at the end. */
import { useTranslation } from "react-i18next";
import type { LastResult } from "#shared/contracts/traders.ts";
import { useFormats } from "./formats.ts";

export interface LastResultsProps {
  /** Oldest first. */
  readonly results: readonly LastResult[];
}

const SIZE = 8;
const STEP = 12;

/** Won above the middle, lost below it, and all others on it, so that the strip can be read without colour. */
const HEIGHTS = {
  won: 0,
  lost: STEP,
  draw: STEP / 2,
  void: STEP / 2,
  uncounted: STEP / 2,
} as const satisfies Record<LastResult, number>;

/** Renders nothing without a result. */
export function LastResults({ results }: LastResultsProps) {
  const { t } = useTranslation("live");
  const { count } = useFormats();
  if (results.length === 0) return null;
  const countOf = (sought: LastResult) => count(results.filter((result) => result === sought).length);
  const width = results.length * STEP - (STEP - SIZE);
  return (
    <svg
      className="last-results"
      width={width}
      height={STEP + SIZE}
      role="img"
      aria-label={t("lastResults", {
        ended: count(results.length),
        won: countOf("won"),
        lost: countOf("lost"),
      })}
    >
      {results.map((result, index) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- a result is its place
          key={index}
          className={`last-results__${result}`}
          x={index * STEP}
          y={HEIGHTS[result]}
          width={SIZE}
          height={SIZE}
          rx={1.5}
        />
      ))}
    </svg>
  );
}
