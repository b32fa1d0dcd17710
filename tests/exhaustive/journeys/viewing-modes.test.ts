/** Those who choose all colours themselves, and those who read on paper. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { STAFF } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser, open } = await openSiteAndBrowser();

const FORCED: BrowserContextOptions = { forcedColors: "active", reducedMotion: "reduce" };
const PAPER = { width: 794, height: 1123 };
const PATHS = ["", "/signal", "/signal?from=x", "/traders", "/traders/north-light", "/login"];

/** Interactive elements that neither an edge nor an underline sets off from the text around them. */
function findIndistinct(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return (
      [...document.querySelectorAll<HTMLElement>("main :is(button, input, select, .button)")]
        // The slider of a chart has the chart for its picture, which is outlined while the slider has the focus.
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } =
            getComputedStyle(element);
          const hasEdge =
            borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1 && borderTopColor !== ground;
          const hasSign = element.querySelector("svg") !== null || backgroundColor !== ground;
          return !hasEdge && !hasSign;
        })
        .map((element) => element.outerHTML.slice(0, 160))
    );
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

const CONTROLS = "a, button, input:not(.chart__slider, .chart__range > *), .chart__range, select, summary";

/**
 * Runs in the page: its controls whose label has too little contrast (WCAG 1.4.3). Where colours are forced the browser lays the
 * page's own colour under every text, unless the control takes its colours upon itself.
 */
function faintLabels(controls: Element[]): string[] {
  const channels = (text: string) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const luminance = (rgb: number[]) => {
    const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return controls.flatMap((control) => {
    const { color, forcedColorAdjust, opacity } = getComputedStyle(control);
    let owner = forcedColorAdjust === "none" ? control : document.body;
    while (owner.parentElement && getComputedStyle(owner).backgroundColor === "rgba(0, 0, 0, 0)")
      owner = owner.parentElement;
    const ground = channels(getComputedStyle(owner).backgroundColor);
    const label = channels(color).map((channel, at) => {
      const behind = ground[at] ?? 0;
      return behind + (channel - behind) * Number(opacity);
    });
    const [darker = 0, lighter = 0] = [luminance(ground), luminance(label)].toSorted((a, b) => a - b);
    const contrast = (lighter + 0.05) / (darker + 0.05);
    return contrast < 4.5 ? [`${contrast.toFixed(2)}: ${control.outerHTML.slice(0, 160)}`] : [];
  });
}

/** By colour scheme and by what is done to all controls at once, down to being out of use. */
async function findUnreadable(page: Page): Promise<Record<string, string[]>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeIds } = await devtools.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: CONTROLS,
  });
  expect(nodeIds.length).toBeGreaterThan(10);
  const force = (forcedPseudoClasses: string[]) =>
    Promise.all(
      nodeIds.map((nodeId) => devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses })),
    );
  const controls = page.locator(CONTROLS);
  const disable = (isDisabled: boolean) =>
    controls.evaluateAll(
      (all, force) => all.forEach((control) => control.toggleAttribute("disabled", force)),
      isDisabled,
    );
  const found: Record<string, string[]> = {};
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    found[`${colorScheme}, as they are`] = await controls.evaluateAll(faintLabels);
    await force(["hover", "active", "focus", "focus-visible"]);
    found[`${colorScheme}, pressed`] = await controls.evaluateAll(faintLabels);
    await force([]);
    await disable(true);
    found[`${colorScheme}, out of use`] = await controls.evaluateAll(faintLabels);
    await disable(false);
  }
  await devtools.detach();
  return found;
}

const ALL_READABLE = Object.fromEntries(
  ["dark", "light"].flatMap((scheme) =>
    ["as they are", "pressed", "out of use"].map((state) => [`${scheme}, ${state}`, []]),
  ),
);

describe("in forced colours mode", () => {
  it("every control is readable in every state", async () => {
    const { page } = await open("/en/signal?from=11/21/2026", FORCED);
    await page.locator(".filter-box > summary").click();
    await page.locator(".date-field__open").first().click();
    await page.locator('.calendar [aria-pressed="true"]').waitFor();
    expect(await findUnreadable(page)).toEqual(ALL_READABLE);
    await page.goto(`${site.url}/en/traders/north-light`);
    await untilHydrated(page);
    await page.getByRole("button", { name: "Follow North Light" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await findUnreadable(page)).toEqual(ALL_READABLE);
    for (const path of ["/en/profile", "/en/admin"]) {
      const { page: own } = await open(path, { as: STAFF, ...FORCED });
      await own.locator("main form button").first().waitFor();
      // The groups of views, and the views of the chosen group, are a navigation each.
      const edges = await own.locator(".view-nav").evaluateAll((navigations) => {
        const ground = getComputedStyle(document.body).backgroundColor;
        const isMarked = (link: Element) => getComputedStyle(link).borderBlockEndColor !== ground;
        return navigations.map(({ children }) => Array.from(children).filter(isMarked).length);
      });
      expect(new Set(edges), `${path}: the current view is marked by more than a colour`).toEqual(
        new Set([1]),
      );
      expect(await findUnreadable(own), path).toEqual(ALL_READABLE);
    }
  });

  it("controls have a border, pictures their shapes, and the focus an outline", async () => {
    const { page } = await openVisitor(browser, FORCED);
    for (const path of PATHS) {
      await page.goto(`${site.url}/en${path}`);
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
  });
});

it("the printed ranking is black on white, and has no navigation and no follow column", async () => {
  const { page } = await open("/en/traders", { viewport: PAPER });
  const nameOf = (column: string) => page.getByRole("columnheader", { name: column, exact: true });
  await nameOf("Follow").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await nameOf("Drawdown").isVisible()).toBe(true);
  expect(await nameOf("Follow").isVisible()).toBe(false);
  expect(await page.locator("td:last-child:visible").count()).toBe(0);
  expect(await page.locator(".site-header nav:visible").count()).toBe(0);
  const paper = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect(paper).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
});

it("a printed list names its time zone once, and each of its times in full", async () => {
  const { page } = await open("/de/signal", { viewport: PAPER, timezoneId: "Asia/Tokyo" });
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("main .zone-note:visible").allInnerTexts()).toEqual(["Zeitzone: Asia/Tokyo"]);
  const times = await page.locator("td[data-column=entry] time:visible").allInnerTexts();
  expect(times.length).toBeGreaterThan(20);
  expect(times.filter((time) => !/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/.test(time))).toEqual([]);
});
