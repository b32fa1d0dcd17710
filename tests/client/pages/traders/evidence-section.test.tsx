import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { EvidenceSection } from "#client/pages/traders/evidence-section.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { statisticsOf } from "#shared/record/statistics.ts";
import { EMPTY_TALLY } from "#shared/record/tally.ts";
import { InLanguage } from "#tests/client/in-language.tsx";

function htmlOf(changes: Partial<TraderDetail> = {}): string {
  const trader: TraderDetail = {
    handle: "north-light",
    name: "North Light",
    joined_at: "2026-01-01T00:00:00.000Z",
    retired_at: null,
    statistics: statisticsOf({ ...EMPTY_TALLY, won: 128, lost: 93, void: 2 }),
    evidence: 3.2,
    evidence_below: 0.4,
    verdict: "not_shown",
    curve: [],
    last_results: [],
    witnessed: null,
    former_names: [],
    equity: [],
    calibration: [],
    moments: 180,
    m: 20,
    mark: 400,
    ...changes,
  };
  const Component = () => <EvidenceSection trader={trader} isOnlyWitnessed={false} />;
  const router = createMemoryRouter([{ path: "/", Component }]);
  return renderToStaticMarkup(
    <InLanguage language="en">
      <RouterProvider router={router} />
    </InLanguage>,
  );
}

/** Where the needle stands, in percent. */
const needleAt = (html: string) => Number(/aria-label="Evidence.*?<svg x="([\d.]+)%"/s.exec(html)?.[1]);

describe("the evidence on a trader's page", () => {
  it("says what 1 would now be worth, from where on it is called above, and the same against", () => {
    const html = htmlOf();
    expect(html).toContain("would now be 3.2, without costs. We say “above” from 400,");
    expect(html).toContain("Bet against these signals in the same way, 1 would now be 0.4;");
  });

  it("says at how many moments signals were published where some overlap", () => {
    expect(htmlOf()).toContain("223 signals at 180 moments:");
    expect(htmlOf({ moments: 223 })).not.toContain("moments");
  });

  it("stands on a scale of equal factors, and at its ends beyond them", () => {
    const [one, ten, hundred] = [1, 10, 100].map((evidence) => needleAt(htmlOf({ evidence })));
    expect((ten ?? 0) - (one ?? 0)).toBeCloseTo((hundred ?? 0) - (ten ?? 0), 1);
    expect([1e-9, 1e50].map((evidence) => needleAt(htmlOf({ evidence })))).toEqual([0, 100]);
  });
});
