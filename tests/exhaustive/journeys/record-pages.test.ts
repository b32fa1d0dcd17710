import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { STORAGE_REGISTRY } from "#shared/storage-registry.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { findLosses, findSpilledWords } from "#tests/support/examine-page.ts";
import { paintedTimes, watchPaintedTimes } from "#tests/support/painted-times.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilPainted } from "#tests/support/until-painted.ts";
import { openVisitor, untilHydrated, type Visitor } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";

const END_MS = Date.UTC(2026, 10, 21, 12);

const { site, browser } = await openSiteAndBrowser(startSite);
let paths: string[];

beforeAll(async () => {
  await seedRecord(site.db, { signals: 400, endMs: END_MS });
  const { results } = await site.db
    .prepare("SELECT id FROM signals WHERE outcome <> 'open' ORDER BY published_seq DESC LIMIT 1")
    .all<{ id: string }>();
  paths = ["", "/signal", `/signal/${results[0]?.id}`, "/traders", "/traders/north-light", "/about"];
});

async function open(path: string, visitor: Visitor): Promise<void> {
  await visitor.page.goto(site.url + path);
  await untilHydrated(visitor.page);
}

describe("the pages of the record", () => {
  it("have the same title after a client navigation as in their document", async () => {
    const { page, leave } = await openVisitor(browser);
    await page.goto(`${site.url}/en/traders`);
    await untilHydrated(page);
    await page.locator('main a[href="/en/traders/north-light"]').click();
    await page.waitForURL("**/traders/north-light");
    const head = () =>
      page.evaluate(() => [
        document.title,
        document.querySelector<HTMLMetaElement>('[property="og:title"]')?.content,
      ]);
    const title = "North Light – Traders | Tidemark";
    await expect.poll(head).toEqual([title, title]);
    await page.reload();
    expect(await head()).toEqual([title, title]);
    await page.locator('main a[href^="/en/signal/"]').first().click();
    await page.waitForURL("**/en/signal/*");
    await page.waitForFunction(() => /(?:up|down), North Light – Signals/.test(document.title));
    const called = await page.title();
    await expect.poll(head).toEqual([called, called]);
    await page.reload();
    expect(await head()).toEqual([called, called]);
    await leave();
  });

  it.each([768, 960])("fit a window of %i px in German, even with an OTC asset", async (width) => {
    const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
    const published = await callApi(site.url, staff, "POST", "/api/admin/signals/", {
      trader: "north-light",
      asset: "AUD/CAD_otc",
      direction: "up",
      payout: 0.85,
      entry_at: new Date(Date.now() + 3_600_000).toISOString(),
      expires_at: new Date(Date.now() + 7_200_000).toISOString(),
    });
    expect(published.status).toBe(201);
    const visitor = await openVisitor(browser, { viewport: { width, height: 800 } });
    for (const path of [...paths, "/signal?from=x&trader=!"]) {
      await open(`/de${path}`, visitor);
      expect(await findLosses(visitor.page), path).toEqual([]);
      expect(await findSpilledWords(visitor.page), path).toEqual([]);
    }
    await visitor.leave();
  });

  it.each([960, 1280])("do not move at %i px while they load", async (width) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } });
    const page = await context.newPage();
    for (const path of ["/de", "/de/signal", "/de/traders", "/de/traders/north-light"]) {
      const places = async (): Promise<string[]> => {
        await page.goto(site.url + path);
        return page
          .locator(".table:is(.table--signals, .table--traders) thead th, .filters__fields > .field")
          .evaluateAll((all) =>
            all.map((element) => {
              const { x, width } = element.getBoundingClientRect();
              return `${element.textContent} ${Math.round(x)} ${Math.round(width)}`;
            }),
          );
      };
      const whole = await places();
      expect(whole.length).toBeGreaterThan(4);
      for (const end of ['class="field"', "</thead>", "</tr>"]) {
        await page.route(site.url + path, async (route) => {
          const response = await route.fetch();
          const html = await response.text();
          // The second of its kind, wherever it stands, is the last that has come.
          const cut = html.indexOf(end, html.indexOf(end) + 1);
          await route.fulfill({ response, body: cut < 0 ? html : html.slice(0, cut + end.length) });
        });
        const arrived = await places();
        expect(whole.slice(0, arrived.length), `${path} until ${end}`).toEqual(arrived);
        await page.unroute(site.url + path);
      }
    }
    await context.close();
  });

  it("show times in UTC without JavaScript, and otherwise in the visitor's zone from the first frame", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, timezoneId: "Asia/Kolkata" });
    const plain = await context.newPage();
    await plain.goto(`${site.url}/en/signal`);
    const withMinute = /^\d\d\/\d\d\/\d{4}, \d\d:\d\d.[AP]M$/;
    expect(await plain.locator("tbody time").first().textContent()).toMatch(withMinute);
    await plain.locator("caption").getByText("Time zone: UTC", { exact: true }).waitFor();
    await context.close();
    const visitor = await openVisitor(browser, { timezoneId: "Asia/Kolkata" });
    await visitor.page.addInitScript(watchPaintedTimes);
    for (const path of ["", "/signal", "/traders/north-light"]) {
      await open(`/en${path}`, visitor);
      await visitor.page.evaluate(untilPainted);
      const times = await visitor.page.evaluate(paintedTimes);
      expect(
        times.filter((texts) => texts.length > 1),
        path,
      ).toEqual([]);
      if (path === "/signal")
        expect(times.map(([first]) => first)).toContainEqual(expect.stringMatching(withMinute));
    }
    await visitor.leave();
  });

  it("show times in UTC if the browser's zone is unknown, and ignore invalid stored values", async () => {
    const visitor = await openVisitor(browser, { timezoneId: "Asia/Kolkata" });
    await visitor.page.addInitScript(
      (entries) => {
        const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: "Etc/Unknown" };
        Intl.DateTimeFormat.prototype.resolvedOptions = () => options;
        for (const { name, kind } of entries) {
          if (kind === "localStorage" || kind === "sessionStorage") window[kind].setItem(name, "null");
        }
      },
      STORAGE_REGISTRY.filter(({ name }) => !name.endsWith("Token")).map(({ name, kind }) => ({
        name,
        kind,
      })),
    );
    for (const path of ["", "/signal", "/traders/north-light"]) {
      await open(`/en${path}`, visitor);
      // Of a recent time the exact one, beside which "4 min ago" appears.
      const times = await visitor.page.evaluate(() =>
        Array.from(document.querySelectorAll("time"), (time) => {
          const exact = time.querySelector(".recent-time > :first-child") ?? time;
          return exact.textContent;
        }),
      );
      for (const time of times)
        expect(time, path).toMatch(/UTC$|^\d\d\/\d\d\/\d{4}$|^\d\d\/\d\d\/\d{4}, \d\d:\d\d.[AP]M$/);
      expect(await visitor.page.locator("caption [data-zone]").first().textContent(), path).toBe("UTC");
      expect(visitor.complaints, path).toEqual([]);
    }
    await visitor.leave();
  });

  it("announce live updates only with JavaScript", async () => {
    const mode = (page: Page) => page.getByText("Live updates start in a moment.");
    const plain = await openVisitor(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${site.url}/en/signal`);
    await mode(plain.page).waitFor({ state: "hidden" });
    const visitor = await openVisitor(browser);
    // At home nothing has started yet.
    await visitor.page.goto(`${site.url}/en`);
    await mode(visitor.page).waitFor();
    await Promise.all([plain.leave(), visitor.leave()]);
  });

  it("draw the same chart after a client navigation and in a document", async () => {
    const visitor = await openVisitor(browser);
    await open("/en/traders", visitor);
    await visitor.page.click('a[href="/en/traders/north-light"]');
    await visitor.page.waitForSelector(".chart__line");
    const byLink = await visitor.page.locator(".chart__line").first().getAttribute("d");
    await open("/en/traders/north-light", visitor);
    expect(await visitor.page.locator(".chart__line").first().getAttribute("d")).toBe(byLink);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

describe("the filters", () => {
  it.each([true, false])("narrow the list and can be cleared (script: %s)", async (javaScriptEnabled) => {
    const visitor = await openVisitor(browser, { javaScriptEnabled });
    const { page } = visitor;
    await page.goto(`${site.url}/en/signal`);
    if (javaScriptEnabled) await untilHydrated(page);
    await page.fill("input[name=trader]", "north-light");
    await page.selectOption("select[name=outcome]", "lost");
    await page.fill("input[name=from]", "01/01/2026");
    await page.click("form.filters button[type=submit]");
    await page.waitForURL(/outcome=lost/);
    await page.waitForFunction(
      () => !document.querySelector("tbody")?.textContent?.match(/won|draw|open/),
      null,
      javaScriptEnabled ? {} : { polling: 100 },
    );
    expect(await page.locator("input[name=trader]").inputValue()).toBe("north-light");
    const traders = await page.locator("tbody tr td:nth-child(2)").allTextContents();
    expect(traders.length).toBeGreaterThan(0);
    expect(new Set(traders)).toEqual(new Set(["North Light"]));
    await page.click("text=Clear filters");
    await page.waitForURL(`${site.url}/en/signal`);
    // The link is gone with the filters.
    if (javaScriptEnabled) await page.locator("h1:focus").waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("input[name=trader]")?.value === "",
      null,
      { polling: 100 },
    );
    expect(await page.locator("select[name=outcome]").inputValue()).toBe("");
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it("keep input that is typed while the results are loading", async () => {
    const { page, leave } = await openVisitor(browser, { serviceWorkers: "block" });
    await page.goto(`${site.url}/en/signal`);
    await untilHydrated(page);
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/_payload.json?asset=*", async (route) => {
      await isAnswered;
      await route.continue();
    });
    const [asset, trader] = [page.locator("input[name=asset]"), page.locator("input[name=trader]")];
    await asset.fill("EUR/USD");
    await asset.press("Enter");
    await trader.fill("north-light");
    answer();
    await page.getByRole("link", { name: "Clear" }).waitFor();
    expect(await trader.inputValue()).toBe("north-light");
    await page.goBack();
    await page.getByRole("link", { name: "Clear" }).waitFor({ state: "detached" });
    expect(await trader.inputValue()).toBe("");
    await leave();
  });

  it("mark an invalid date, also after a client navigation", async () => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await open("/en/signal", visitor);
    await page.fill("input[name=from]", "31/12/2026");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.waitForSelector("input[name=from][aria-invalid=true]:focus");
    await page.getByRole("alert").getByText("Fix the marked filters to see the list.").waitFor();
    expect(await page.locator(".field__error").textContent()).toBe("Enter a date as mm/dd/yyyy.");
    await page.fill("input[name=from]", "12/31/2025");
    await page.press("input[name=from]", "Enter");
    await page.waitForSelector("tbody tr");
    expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it("announce their result, also if it is the same again, but not when the document loads", async () => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await open("/en/signal", visitor);
    const status = page.locator(".container > output");
    expect(await status.textContent()).toBe("");
    const region = await status.elementHandle();
    const said: string[] = [];
    await page.exposeFunction("tellSaid", (text: string) => said.push(text));
    await page.evaluate((element) => {
      if (!element) throw new Error("There is no region");
      const tell: unknown = Reflect.get(window, "tellSaid");
      const look = () => typeof tell === "function" && element.textContent && tell(element.textContent);
      new MutationObserver(look).observe(element, { childList: true, characterData: true, subtree: true });
    }, region);
    const asset = page.locator("input[name=asset]");
    for (const [text, answer] of [
      ["zzz", "No signals match"],
      ["yyy", "No signals match"],
      ["EUR/USD", /^\d+ signals on this page$/],
    ] as const) {
      const before = said.length;
      await asset.fill(text);
      await asset.press("Enter");
      await expect.poll(() => said.length).toBeGreaterThan(before);
      expect(said.at(-1)).toEqual(expect.stringMatching(answer));
      expect(await asset.evaluate((input) => input === document.activeElement)).toBe(true);
    }
    await page.fill("input[name=from]", "05/11/2025");
    await page.press("input[name=from]", "Enter");
    await expect
      .poll(() => said.at(-1))
      .toMatch(
        /^Published from May 11, 2025, time zone \S+: (?:\d+ signals? on this page|No signals match)$/,
      );
    await visitor.leave();
  });

  it.each([
    ["en", "11/21/2026", "Sunday", "11/13/2026"],
    ["de", "21.11.2026", "Montag", "13.11.2026"],
    ["fr", "21/11/2026", "lundi", "13/11/2026"],
  ])("set a date by keyboard from a calendar in %s", async (language, typed, firstDay, chosen) => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await open(`/${language}/signal`, visitor);
    await page.fill("input[name=from]", typed);
    await page.focus(".date-field__open");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".calendar__days");
    expect(await page.locator(".calendar__days th").first().getAttribute("abbr")).toBe(firstDay);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    expect(await page.locator("input[name=from]").inputValue()).toBe(chosen);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

it("the ranking announces its sort column and direction", async () => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  await open("/en/traders", visitor);
  const status = page.locator(".container > output");
  expect(await status.textContent()).toBe("");
  const net = page.getByRole("link", { name: "Net", exact: true });
  for (const way of ["descending", "ascending"]) {
    await net.press("Enter");
    await expect.poll(() => status.textContent()).toBe(`Sorted by Net, ${way}`);
    expect(await net.evaluate((link) => link === document.activeElement)).toBe(true);
  }
  await page.getByRole("link", { name: "95% interval", exact: true }).press("Enter");
  await expect.poll(() => status.textContent()).toBe("Sorted by 95% interval, descending");
  await visitor.leave();
});

// Last, because everybody is called otherwise from here on.
it.each([390, 1280])("the pages of the record fit into %i px, however long the words", async (width) => {
  await site.db.prepare("UPDATE traders SET name = ?").bind("W".repeat(60)).run();
  const visitor = await openVisitor(browser, { viewport: { width, height: 800 } });
  for (const path of paths) {
    await open(`/de${path}`, visitor);
    expect(await findLosses(visitor.page), path).toEqual([]);
    const spilling = await visitor.page
      .locator(".table:not(.table-scroll *) tbody :is(th, td)")
      .evaluateAll((cells) =>
        cells.flatMap((cell) =>
          cell.scrollWidth > cell.clientWidth + 1 ? [cell.outerHTML.slice(0, 160)] : [],
        ),
      );
    expect(spilling, path).toEqual([]);
  }
  await visitor.leave();
});
