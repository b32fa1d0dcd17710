/** A document arrives in pieces: what has arrived must not move when the rest does. */
import { beforeAll, expect, it } from "vitest";
import { PAGES } from "#shared/routes.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser();

beforeAll(async () => {
  // A signal with a second badge comes first in the list, which has a line of its own on a phone.
  const record = await openLiveRecord(site);
  await record.settle(await record.publish(), "won");
  await record.untilOnPages();
});

/**
 * Takes the elements of the page away, the last first, as if they had not come yet, and tells which of those in the window have
 * another place without them.
 */
function findMoving(): string[] {
  for (const element of document.querySelectorAll("noscript")) element.remove();
  // An entry of a key and the head of a table are so short that they come whole.
  const all = [...document.body.querySelectorAll("*:not(script, svg *, .interval-legend li *, thead *)")];
  const isSeen = (element: Element) =>
    element.matches("svg, input, select, button") ||
    [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
    );
  const shown = all.filter((element) => {
    const isInWindow = element.getBoundingClientRect().top < innerHeight;
    return isInWindow && isSeen(element) && !element.matches(".visually-hidden");
  });
  const placeOf = (element: Element) => {
    const { x, y } = element.getBoundingClientRect();
    return { element, x, y };
  };
  const moving = new Set<string>();
  let places = shown.map(placeOf);
  for (const last of all.toReversed()) {
    const isBelow = last.getBoundingClientRect().top >= innerHeight;
    last.remove();
    if (isBelow) continue;
    places = places.filter(({ element }) => element.isConnected);
    for (const [index, { element, x, y }] of places.entries()) {
      const place = placeOf(element);
      if (Math.hypot(place.x - x, place.y - y) < 1) continue;
      moving.add(`${element.outerHTML.slice(0, 80)} with ${last.outerHTML.slice(0, 80)}`);
      places[index] = place;
    }
  }
  return [...moving];
}

it.each([390, 800, 1280])("nothing moves while the document arrives in pieces, at %i px", async (width) => {
  // Without script, which would put back what is taken away.
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width, height: 800 },
  });
  const page = await context.newPage();
  for (const name of PAGES) {
    await page.goto(`${site.url}/de${name === "home" ? "" : `/${name}`}`);
    expect(await page.evaluate(findMoving), name).toEqual([]);
  }
  await context.close();
});
