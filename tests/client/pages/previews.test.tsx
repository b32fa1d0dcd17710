/** What search engines and link previews are told of a trader, a signal and a comparison. */
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { SignalHead } from "#client/pages/signal/signal-head.tsx";
import { CompareHead } from "#client/pages/traders/compare/compare-head.tsx";
import { TraderHead } from "#client/pages/traders/trader-head.tsx";
import { type Language, LANGUAGES } from "#shared/site/languages.ts";
import { renderPage } from "#tests/client/render-page.tsx";
import { someSignal } from "#tests/support/some-signal.ts";
import { someTrader, statisticsFor } from "#tests/support/some-trader.ts";

function headOf(children: ReactNode, language: Language = "en") {
  const html = renderPage(children, { language, path: "/en/traders" });
  const read = (pattern: RegExp) => pattern.exec(html)?.[1];
  const description = read(/<meta name="description" content="([^"]*)"/);
  expect(read(/<meta property="og:description" content="([^"]*)"/)).toBe(description);
  return {
    html,
    title: read(/<title>([^<]*)/),
    // Without the character references of markup.
    description: description?.replaceAll(/&[a-z#0-9]+;/g, "'") ?? "",
    address: read(/<meta property="og:url" content="([^"]*)"/)?.replaceAll("&amp;", "&"),
  };
}

const traderOf = (name: string, won: number, lost: number) =>
  someTrader({
    handle: name.toLowerCase().replaceAll(" ", "-"),
    name,
    statistics: statisticsFor(won, lost, 0.8),
  });

const LONG = "Wolkenkratzerbeobachter ".repeat(3).trim();

describe("a trader", () => {
  it("is described by rate, sample, interval, net result and verdict", () => {
    const trader = traderOf("Aria Stone", 139, 101);
    const { title, description } = headOf(<TraderHead handle="aria-stone" trader={trader} />);
    expect(title).toBe("Aria Stone – Ranking | Brandname");
    expect(description).toBe(
      "Aria Stone: 57.9% of 240 won (95% interval 51.6% to 64.0%), net +10.20 stakes, not distinguishable from chance.",
    );
  });

  it.each(LANGUAGES)("keeps its figures in %s within what is shown, however long its name", (language) => {
    const trader = traderOf(LONG, 56_789, 43_211);
    const { description } = headOf(<TraderHead handle="x" trader={trader} />, language);
    expect(description).toMatch(/^Wolkenkratzer[^:]*…\s?:.*100[^\d]?000.*[.]$/u);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  it("without a decided signal has a sentence that says so; an unknown one, that of the page", () => {
    const empty = headOf(<TraderHead handle="x" trader={traderOf("Aria Stone", 0, 0)} />);
    expect(empty.description).toBe("Aria Stone. No win rate yet: no wins or losses count so far.");
    const unknown = headOf(<TraderHead handle="aria-stone" trader={undefined} />);
    expect(unknown.title).toBe("aria-stone – Ranking | Brandname");
    expect(unknown.description).toMatch(/^Traders ranked by/);
  });

  it("has its feed, where the site has feeds", () => {
    const head = <TraderHead handle="x" trader={traderOf("Aria Stone", 1, 1)} />;
    expect(headOf(head, "fr").html).toContain(
      '<link rel="alternate" type="application/atom+xml" title="Aria Stone | Brandname" href="/api/feeds/fr/signals.atom/?trader=aria-stone"/>',
    );
  });
});

describe("a signal", () => {
  const signal = someSignal({ outcome: "lost", is_late: true });

  it("is described by entry, payout and outcome, and titled with its entry", () => {
    const { title, description } = headOf(<SignalHead signal={signal} name="EUR/USD up, North Light" />);
    expect(title).toMatch(/^EUR\/USD up, North Light, .*2026.* UTC – Signals [|] Brandname$/);
    expect(description).toMatch(/^EUR\/USD up, North Light\. Entry .*2026.* UTC, payout 85%: lost, late\.$/);
  });

  it.each(LANGUAGES)("keeps them in %s within what is shown", (language) => {
    const { description } = headOf(
      <SignalHead signal={signal} name={`EUR/USD, ${LONG}, ${LONG}`} />,
      language,
    );
    expect(description).toMatch(/….*2026.*85\s?%.*[.]$/u);
    expect(description.length).toBeLessThanOrEqual(160);
  });
});

describe("a comparison", () => {
  const handles = ["aria-stone", "ben-lake"];

  it("is titled by its traders, described by their rates, and known by its whole address", () => {
    const traders = [traderOf("Aria Stone", 139, 101), traderOf("Ben Lake", 3, 7)];
    const { title, description, address, html } = headOf(<CompareHead handles={handles} traders={traders} />);
    expect(title).toBe("Aria Stone, Ben Lake – Compare traders | Brandname");
    expect(description).toBe("Win rates: Aria Stone 57.9% of 240; Ben Lake 30.0% of 10.");
    expect(address).toBe("https://site.example/en/traders?with=aria-stone&with=ben-lake");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  it.each(LANGUAGES)("of four has the rates of all in %s within what is shown", (language) => {
    const traders = [1, 2, 3, 4].map((number) => traderOf(`${number} ${LONG}`, 56_789, 43_211));
    const { description } = headOf(<CompareHead handles={["a"]} traders={traders} />, language);
    expect(description.match(/\d Wol[^;]*… 56[.,]8[^;]*100.?000/gu)).toHaveLength(4);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  it("without a known trader has the handles", () => {
    const { title } = headOf(<CompareHead handles={handles} traders={[]} />);
    expect(title).toBe("aria-stone, ben-lake – Compare traders | Brandname");
  });
});
