import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { Counts, Results } from "#client/features/figures/statistics.tsx";
import { SampleText, WinRateNumber } from "#client/features/figures/win-rate.tsx";
import type { Language } from "#shared/site/languages.ts";
import { statisticsOf } from "#shared/record/statistics.ts";
import { addOutcome, addPublished, EMPTY_TALLY } from "#shared/record/tally.ts";
import { renderPage, textOf } from "#tests/client/render-page.tsx";

type Outcome = Parameters<typeof addOutcome>[1]["outcome"];

/** Of signals that pay 0.85, in this order. */
function recordOf(...runs: (readonly [times: number, outcome: Outcome])[]) {
  const signal = { payout: 0.85, isLate: false, isOtc: false };
  const outcomes = runs.flatMap(([times, outcome]) => Array.from({ length: times }, () => outcome));
  return statisticsOf(
    outcomes.reduce(
      (tally, outcome) =>
        addOutcome(addPublished(tally, signal), { outcome, isByPrices: false, becameLate: false }, signal),
      EMPTY_TALLY as Parameters<typeof addOutcome>[0],
    ),
  );
}

const wordsOf = (element: ReactElement, language: Language = "en") =>
  textOf(renderPage(element, { language }));

it("the results show the 95% interval beside the mean result per signal", () => {
  // Mean 0.11, standard deviation 0.9111 (of 60 times 0.85 and 40 times -1), standard error 0.0911.
  const text = wordsOf(<Results statistics={recordOf([60, "won"], [40, "lost"])} />);
  expect(text).toContain("+0.11 95% interval −0.07 to +0.29");
});

it.each([
  ["29 decided signals", recordOf([20, "won"], [9, "lost"])],
  ["draws alone", recordOf([40, "draw"])],
  ["nothing", recordOf()],
])("the results show no interval for %s", (_what, statistics) => {
  expect(wordsOf(<Results statistics={statistics} />)).not.toContain("interval");
});

it("the results say that all are alike in place of an interval without width", () => {
  const text = wordsOf(<Results statistics={recordOf([348, "won"])} />);
  expect(text).toContain("all alike so far");
  expect(text).not.toContain("interval");
});

it.each([
  ["en", "1 won or lost (sample too small)"],
  ["de", "1 entschieden (zu wenige)"],
  ["fr", "1 gagné ou perdu (échantillon trop petit)"],
  ["it", "1 vinto o perso (campione troppo piccolo)"],
  ["es", "1 ganada o perdida (muestra demasiado pequeña)"],
] as const)("the sample size says in %s how little one signal is worth", (language, words) => {
  expect(wordsOf(<SampleText statistics={recordOf([1, "won"])} />, language).trim()).toBe(words);
});

it("the counts include signals settled by prices if the backend reports them", () => {
  const statistics = { ...recordOf([3, "won"], [1, "lost"]), by_prices: 3 };
  expect(wordsOf(<Counts statistics={statistics} />)).toContain(
    "By prices 3 of 4 settled; 1 by hand or by their deadline",
  );
  expect(wordsOf(<Counts statistics={{ ...statistics, by_prices: null }} />)).not.toContain("By prices");
});

it("a void signal is in one count: Void, with those without a price, or Lost from entry on", () => {
  const statistics = recordOf([3, "won"], [1, "lost"], [1, "void"], [2, "void_unpriced"], [1, "void_lost"]);
  expect(wordsOf(<Counts statistics={statistics} />)).toMatch(
    / Lost 2 .* Void 3 2 of them without a price · plus 1 at entry or later, counted as lost /,
  );
  expect(wordsOf(<WinRateNumber statistics={statistics} />)).toBe(" 60.0% 3 void ");
});
