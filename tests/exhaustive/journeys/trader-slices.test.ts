/** A trader's record in slices, traders side by side, and reading the chart: by mouse, by keys and without script. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { startSite } from "#tests/support/site.ts";
import { untilHydrated, untilWhollyHydrated } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const HANDLE = "north-light";
const { site, open } = await openSiteAndBrowser(startSite);

beforeAll(() => seedRecord(site.db, { signals: 2400, endMs: Date.now() }));

/** With all its parts ready to be used. */
async function openWhole(path: string): Promise<Page> {
  const { page } = await open(path);
  await untilWhollyHydrated(page);
  return page;
}

describe("slices of a trader's record", () => {
  it("are by asset at first; others are loaded on request, in the visitor's time zone, and without a page load", async () => {
    const { page } = await open(`/en/traders/${HANDLE}`, { timezoneId: "Asia/Kolkata" });
    expect(await page.locator("#slices table").getByRole("columnheader", { name: "Asset" }).count()).toBe(1);
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await page.getByRole("navigation", { name: "Cut by" }).getByRole("link", { name: "Hour of day" }).click();
    await page.getByText(/^Times in Asia\/(Kolkata|Calcutta)\.$/).waitFor();
    expect(await page.locator("#slices tbody tr").count()).toBeGreaterThan(5);
    expect(await page.evaluate(() => "stays" in globalThis)).toBe(true);
    expect(new URL(page.url()).search).toBe("?by=hour");
    // An interval bar stands in every row.
    expect(await page.locator("#slices tbody tr:not(:has(.interval))").count()).toBe(0);
  });

  it("say without JavaScript that their times are in UTC", async () => {
    const { page } = await open(`/en/traders/${HANDLE}`, { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Weekday" }).click();
    expect(await page.getByText("Times in UTC.").count()).toBe(1);
    expect(await page.locator("#slices tbody tr").count()).toBeGreaterThan(4);
  });
});

describe("comparing traders", () => {
  it.each([true, false])("begins in the list, with JavaScript: %s", async (javaScriptEnabled) => {
    const { page } = await open("/en/traders", { javaScriptEnabled });
    for (const name of ["North Light", "Red Kite"])
      await page.getByRole("checkbox", { name: `Compare ${name}` }).check();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("heading", { name: "Compare traders" }).waitFor();
    const { search } = new URL(page.url());
    expect(new URLSearchParams(search).getAll("with").toSorted()).toEqual(["north-light", "red-kite"]);
    const table = page.getByRole("table", { name: "Compare traders" });
    expect(await table.locator(".interval").count()).toBe(2);
    for (const name of ["North Light", "Red Kite"])
      expect(await table.getByRole("columnheader", { name }).count()).toBe(1);
    await expect.poll(() => page.locator(".chart__plots .chart__line").count()).toBe(2);
  });

  it.each([true, false])(
    "sticks at the foot from the first tick, with JavaScript: %s",
    async (javaScriptEnabled) => {
      const { page } = await open("/en/traders", { javaScriptEnabled });
      const foot = async () => {
        const box = await page.locator("#compare").boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0) - (page.viewportSize()?.height ?? 0);
      };
      expect(await foot()).toBeGreaterThan(100);
      await page.getByRole("checkbox", { name: "Compare North Light" }).check();
      expect(Math.abs(await foot())).toBeLessThan(2);
      await page.getByRole("button", { name: "Clear" }).click();
      expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
    },
  );

  it("keeps what is chosen through other orders, a trader's page, Back and a reload, at most four", async () => {
    const { page } = await open("/en/traders");
    const tray = page.locator("#compare").getByRole("status");
    for (const name of ["North Light", "Red Kite", "Slow Water"])
      await page.getByRole("checkbox", { name: `Compare ${name}` }).check();
    await page.locator("th[aria-sort] a, thead a").first().click();
    await page.waitForURL(/sort=/);
    await page.getByRole("link", { name: "Red Kite" }).click();
    await page.waitForURL(/red-kite/);
    await page.goBack();
    await page.getByRole("checkbox", { name: "Compare Red Kite", checked: true }).waitFor();
    expect(await tray.textContent()).toBe("3 chosen");
    await page.getByRole("checkbox", { checked: false, disabled: false }).first().check();
    expect(await page.getByRole("checkbox", { checked: false, disabled: false }).count()).toBe(0);
    await page.reload();
    await untilHydrated(page);
    await expect.poll(() => tray.textContent()).toBe("4 chosen");
  });

  it("takes a trader from the suggestions and leaves one out, and the list then has those ticked", async () => {
    // Typed before its part of the page is hydrated, the text would propose nothing.
    const page = await openWhole(`/en/traders?with=${HANDLE}&with=red-kite`);
    await page.getByRole("combobox", { name: "Add a trader" }).pressSequentially("slow");
    await page.getByRole("option", { name: "Slow Water" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("columnheader", { name: "Slow Water" }).waitFor();
    await page.getByRole("link", { name: "Remove North Light" }).click();
    await page.waitForURL(`${site.url}/en/traders?with=red-kite&with=slow-water`);
    await page.locator("main").getByRole("link", { name: "Ranking" }).click();
    await page.getByRole("checkbox", { name: "Compare Slow Water", checked: true }).waitFor();
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
  });

  it("fits three columns and 1,400 pixels of height on a phone", async () => {
    const { page } = await open(`/en/traders?with=${HANDLE}&with=red-kite`, {
      viewport: { width: 390, height: 844 },
    });
    const size = await page.locator("html").boundingBox();
    expect(size?.height).toBeLessThanOrEqual(1400);
    const [frame, table] = await Promise.all(
      [".table-scroll:has(> .compare-table)", ".compare-table"].map((part) =>
        page.locator(part).first().boundingBox(),
      ),
    );
    expect(table?.width).toBeLessThanOrEqual(frame?.width ?? 0);
  });

  it("says which trader is unknown, and that five are too many", async () => {
    const { page: some } = await open(`/en/traders?with=${HANDLE}&with=nobody-here`, {
      javaScriptEnabled: false,
    });
    expect(await some.getByText("No trader has the handle “nobody-here”.").count()).toBe(1);
    expect(await some.locator(".interval").count()).toBe(1);
    const { page: many } = await open("/en/traders?with=a1&with=b1&with=c1&with=d1&with=e1", {
      javaScriptEnabled: false,
    });
    expect(await many.getByText("5 traders are chosen; at most 4 can be compared.").count()).toBe(1);
  });
});

describe("the chart of a trader's result", () => {
  it("is read moment by moment with the arrow keys, and announces each value", async () => {
    const page = await openWhole(`/en/traders/${HANDLE}`);
    const slider = page.getByRole("slider", { name: "Result over time" });
    const last = await slider.getAttribute("aria-valuetext");
    expect(last).toMatch(/^\w{3} \d+, \d{4}, Net [+−]?[\d.]+, Drawdown [\d.]+, Settled \d+$/);
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    const before = await slider.getAttribute("aria-valuetext");
    expect(before).not.toBe(last);
    // Both plots are read at one moment.
    expect(await page.locator("circle.chart__mark").count()).toBe(2 + 2);
  });

  it("zooms with the keys, by a drag and by two fingers, and shows all again", async () => {
    const page = await openWhole(`/en/traders/${HANDLE}`);
    const picture = page.locator(".chart__picture");
    const axis = () => picture.locator("text[text-anchor=middle]").allTextContents();
    const reset = page.getByRole("button", { name: "Show all" });
    const whole = await axis();
    await page.getByRole("slider").focus();
    for (const key of ["+", "+", "+"]) await page.keyboard.press(key);
    await reset.waitFor();
    expect(await axis()).not.toEqual(whole);
    await page.keyboard.press("Escape");
    expect(await axis()).toEqual(whole);

    await picture.scrollIntoViewIfNeeded();
    const box = await picture.boundingBox();
    if (!box) throw new Error("The picture has no box");
    await page.mouse.move(box.x + 100, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await reset.waitFor();
    expect(await axis()).not.toEqual(whole);
    expect((await picture.boundingBox())?.y).toBe(box.y);
    await reset.click();
    expect(await axis()).toEqual(whole);

    await picture.scrollIntoViewIfNeeded();
    const { x: left, y: top } = (await picture.boundingBox()) ?? box;
    const session = await page.context().newCDPSession(page);
    const touch = async (type: "touchStart" | "touchMove" | "touchEnd", ...places: number[]) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: places.map((x, id) => ({ x: left + x, y: top + 100, id })),
      });
    await touch("touchStart", 200, 300);
    await touch("touchMove", 150, 350);
    await touch("touchMove", 100, 400);
    await touch("touchEnd");
    await reset.waitFor();
    expect(await axis()).not.toEqual(whole);
  });

  it("is read at the pointer, and shows the chosen number of days", async () => {
    const page = await openWhole(`/en/traders/${HANDLE}`);
    const picture = page.locator(".chart__picture");
    const reading = page.locator(".chart__reading");
    const last = await reading.textContent();
    const box = await picture.boundingBox();
    await picture.hover({ position: { x: (box?.width ?? 0) / 3, y: 60 } });
    await expect.poll(() => reading.textContent()).not.toBe(last);
    const axis = await picture.locator("text[text-anchor=middle]").allTextContents();
    await page.getByRole("radio", { name: "90 days" }).check();
    expect(await picture.locator("text[text-anchor=middle]").allTextContents()).not.toEqual(axis);
    expect(await reading.textContent()).toBe(last);
  });

  it("has no controls that do not work without JavaScript", async () => {
    const { page } = await open(`/en/traders/${HANDLE}`, { javaScriptEnabled: false });
    expect(await page.locator("path.chart__line").count()).toBe(2);
    expect(await page.getByRole("slider").count()).toBe(0);
    expect(await page.getByRole("radio", { name: "90 days" }).count()).toBe(0);
  });
});
