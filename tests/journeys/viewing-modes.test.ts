/** Those who want less motion or larger text, those who choose all colours themselves, and those who read on paper. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findLosses } from "#tests/support/examine-page.ts";
import { openMember, openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

/** Everything that begins to move, with how long it takes: `what: milliseconds`. */
async function watchMotion(page: Page): Promise<readonly string[]> {
  const motions: string[] = [];
  await page.exposeBinding("tellMotion", (_source, motion: string) => motions.push(motion));
  await page.addInitScript(() => {
    const told = new WeakSet<Animation>();
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { duration } = animation.effect?.getComputedTiming() ?? {};
        if (told.has(animation) || !duration) continue;
        told.add(animation);
        const { target, pseudoElement } = animation.effect instanceof KeyframeEffect ? animation.effect : {};
        const tell: unknown = Reflect.get(window, "tellMotion");
        if (typeof tell === "function")
          tell(`${target?.className} ${pseudoElement ?? ""}: ${String(duration)} ms`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return motions;
}

/** What moves where motion is welcome: hovering, pressing, navigating, waiting, a dialog, a toast. */
async function setAllInMotion(page: Page): Promise<void> {
  await page.goto(`${site.url}/en/signal`);
  await untilHydrated(page);
  await page.locator("form.filters button[type=submit]").hover();
  await page.click('header a[href="/en/traders"]');
  await page.waitForURL(`${site.url}/en/traders`);
  await page.click('main a[href="/en/traders/north-light"]');
  await page.waitForURL(`${site.url}/en/traders/north-light`);
  await page.getByRole("button", { name: "Follow North Light" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

async function motionsWith(reducedMotion: "reduce" | "no-preference"): Promise<string[]> {
  const { page, leave } = await openVisitor(browser, { reducedMotion, serviceWorkers: "block" });
  const motions = await watchMotion(page);
  await setAllInMotion(page);
  await leave();
  return [...motions];
}

describe("with less motion", () => {
  it("nothing moves that moves without", async () => {
    const [reduced, usual] = await Promise.all([motionsWith("reduce"), motionsWith("no-preference")]);
    expect(reduced).toEqual([]);
    const moved = usual.join("\n");
    for (const what of ["button", "ripple__ink", "dialog"]) {
      expect(moved).toContain(what);
    }
  });
});

const FORCED: BrowserContextOptions = { forcedColors: "active", serviceWorkers: "block" };
const PATHS = [
  "/en",
  "/en/signal",
  "/en/signal?from=x",
  "/en/traders",
  "/en/traders/north-light",
  "/en/login",
];

/** Interactive elements that neither an edge nor an underline sets off from the text around them. */
function findIndistinct(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll<HTMLElement>("main :is(button, input, select, .button)")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
        const hasEdge =
          borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1 && borderTopColor !== ground;
        const hasSign = element.querySelector("svg") !== null || backgroundColor !== ground;
        return !hasEdge && !hasSign;
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
}

/** Shapes that carry meaning, and are drawn in the colour of the ground. */
function findUnseenShapes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll<SVGElement>("svg :is(path, rect, circle, line)")]
      .filter((shape) => shape.checkVisibility({ visibilityProperty: true }))
      .filter((shape) => {
        const { fill, stroke } = getComputedStyle(shape);
        return [fill, stroke].every((paint) => paint === "none" || paint === ground);
      })
      .map((shape) => (shape.closest("svg")?.outerHTML ?? "").slice(0, 160));
  });
}

describe("in forced colours", () => {
  it("controls keep an edge, pictures their shapes, and the focus its outline", async () => {
    const { page, leave } = await openVisitor(browser, FORCED);
    for (const path of PATHS) {
      await page.goto(site.url + path);
      await untilHydrated(page);
      expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
      expect(await findIndistinct(page), path).toEqual([]);
      expect(await findUnseenShapes(page), path).toEqual([]);
      await page.keyboard.press("Tab");
      const outline = await page.locator(":focus").evaluate((element) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        return {
          outlineStyle,
          outlineWidth,
          isSeen: outlineColor !== getComputedStyle(document.body).backgroundColor,
        };
      });
      expect(outline, path).toEqual({ outlineStyle: "solid", outlineWidth: "2px", isSeen: true });
    }
    await leave();
  });

  it("the view shown is told from the others by more than a colour, and the bar that tells of loading is seen", async () => {
    const context = await openMember(browser, site);
    const page = await context.newPage();
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(`${site.url}/en/profile`);
    await page.locator(".view-nav__link").first().waitFor();
    const edges = await page.locator(".view-nav__link").evaluateAll((links) => {
      const ground = getComputedStyle(document.body).backgroundColor;
      return links.map((link) => getComputedStyle(link).borderBlockEndColor !== ground);
    });
    expect(edges).toEqual([true, false, false]);
    const shot = await page.locator(".loading-bar").evaluate((bar) => {
      bar.setAttribute("data-visible", "true");
      if (bar instanceof HTMLProgressElement) bar.value = bar.max;
      return document.documentElement.clientWidth;
    });
    const clip = { x: 0, y: 0, width: shot, height: 3 };
    await page.waitForTimeout(600);
    const seen = await page.screenshot({ clip });
    await page.locator(".loading-bar").evaluate((bar) => bar.setAttribute("data-visible", "false"));
    await page.waitForTimeout(600);
    expect(seen.equals(await page.screenshot({ clip }))).toBe(false);
    await context.close();
  });
});

/** Times that are wider than what is left beside their label. */
function findCrowdedTimes(page: Page): Promise<string[]> {
  return page
    .locator(".table:not(.table-scroll *) td time:not(.visually-hidden *, dialog *)")
    .evaluateAll((times) =>
      times.flatMap((time) => {
        const cell = time.closest("td");
        if (!cell) return [];
        const label = Number.parseFloat(getComputedStyle(cell).gridTemplateColumns);
        const isCrowded = time.getBoundingClientRect().left < cell.getBoundingClientRect().left + label;
        return isCrowded ? [cell.outerHTML.slice(0, 160)] : [];
      }),
    );
}

describe("with text larger than usual, 390 px wide", () => {
  it.each([24, 32])("at %i px nothing lies over anything or beyond the window", async (standard) => {
    const context = await openStaff(browser, site);
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard } });
    const paths = ["", "/signal", "/traders/north-light", "/admin", "/profile?view=security", "/login"];
    for (const path of paths) {
      await page.goto(`${site.url}/de${path}`);
      await untilHydrated(page);
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
        `${standard}px`,
      );
      const surplus = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(surplus, path).toBe(0);
      expect(await findLosses(page), path).toEqual([]);
      expect(await findCrowdedTimes(page), path).toEqual([]);
    }
    await context.close();
  });
});

it("on paper the ranking has no navigation and no column for following", async () => {
  const { page, leave } = await openVisitor(browser, { viewport: { width: 794, height: 1123 } });
  await page.goto(`${site.url}/en/traders`);
  const nameOf = (column: string) => page.getByRole("columnheader", { name: column, exact: true });
  await nameOf("Follow").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await nameOf("Drawdown").isVisible()).toBe(true);
  expect(await nameOf("Follow").isVisible()).toBe(false);
  expect(await page.locator("td:last-child:visible").count()).toBe(0);
  expect(await page.locator(".site-header nav:visible").count()).toBe(0);
  await leave();
});
