/** A signal takes two lines of a phone: what it is and how it stands, then who, when, how long and for how much. */
import { expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

it.each(["de", "fr"] as const)("signals take two lines of a phone in %s", async (language) => {
  const { page, leave } = await openVisitor(browser, { viewport: { width: 390, height: 844 } });
  await page.goto(`${site.url}/${language}/signal`);
  const rows = await page.locator(".table--signals tbody tr").evaluateAll((all) =>
    all.map((row) => {
      const cells = row.querySelectorAll(
        "th, td:not([data-column='published'], [data-column='outcome']), .badge",
      );
      const middles = [...cells].map((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return (top + bottom) / 2;
      });
      middles.sort((a, b) => a - b);
      const lines = middles.filter((y, index) => y - (middles[index - 1] ?? 0) > 8);
      return {
        marks: row.querySelectorAll(".badge").length + row.querySelectorAll(".badge--void").length,
        lines: lines.length,
        height: row.getBoundingClientRect().height,
        text: row.textContent,
      };
    }),
  );
  expect(rows).toHaveLength(25);
  // A void also says why, and other marks stand on a line of their own.
  const plain = rows.filter(({ marks }) => marks === 1);
  expect(plain.length).toBeGreaterThan(15);
  expect(plain.filter(({ lines, height }) => lines > 2 || height > 72)).toEqual([]);
  await leave();
});
