import { describe, expect, it } from "vitest";
import { EvidenceSection } from "#client/pages/traders/evidence-section.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { renderPage } from "#tests/client/render-page.tsx";
import { someTrader, statisticsFor } from "#tests/support/some-trader.ts";

function htmlOf(changes: Partial<TraderDetail> = {}): string {
  const statistics = statisticsFor(128, 93, 1, { void: 2 });
  const trader = someTrader({ statistics, evidence: 3.2, evidence_below: 0.4, moments: 180, ...changes });
  return renderPage(<EvidenceSection trader={trader} isOnlyWitnessed={false} />);
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
