/** Two languages added with `npm run language` in a copy of the project: one left-to-right, one right-to-left. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-query.ts";
import { PAGES } from "#shared/site/routes.ts";
import { copyProject } from "#tests/support/deployable-site.ts";
import { findByAxe, findLosses, NARROW, WIDE } from "#tests/support/examine-page.ts";
import { detailPaths, ERROR_PATHS } from "#tests/support/examine-pages.ts";
import { openStaff } from "#tests/support/member.ts";
import { pseudoArabic, pseudoPortuguese, translateFiles } from "#tests/support/pseudo-language.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { untilControlled } from "#tests/support/until-controlled.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const root = copyProject();
const run = (...command: [string, ...string[]]) =>
  execFileSync(command[0], command.slice(1), { cwd: root, encoding: "utf8" });
const language = (...args: string[]) => run("node", "worker/commands/language/language.ts", ...args);

language("add", "pt");
language("add", "ar");
language("export", "texts");
const from = join(root, "texts/en");
translateFiles({ from, to: join(root, "texts/pt"), locale: "pt-BR" }, pseudoPortuguese);
translateFiles({ from, to: join(root, "texts/ar"), locale: "ar-EG" }, pseudoArabic);
language("import", "texts");
run("npm", "run", "-s", "build");

const { site, browser, open } = await openSiteAndBrowser(() => startSite({ root }));
await seedRecord(site.db, { signals: 400, endMs: Date.now() });
afterAll(() => rmSync(root, { recursive: true, force: true }));

const textsOf = (code: string, namespace: string) =>
  JSON.parse(readFileSync(join(root, `shared/locales/${code}/${namespace}.json`), "utf8"));

/** The path below the language of every page a visitor sees. */
const visited = [
  ...PAGES.map((page) => (page === "home" ? "" : `/${page}`)),
  ...(await detailPaths(site)),
  ...ERROR_PATHS,
];

it("an added language is offered by the switch, and every page is in it", async () => {
  const { page } = await openVisitor(browser);
  await page.goto(`${site.url}/en/about`);
  await page.locator(".language-switch > .header-button").click();
  await page.getByRole("button", { name: "PT Português" }).click();
  await page.waitForURL("**/pt/about");
  expect(await page.locator("h1").textContent()).toBe(
    textsOf("pt", "about").heading.replace("{{brand}}", "Tidemark"),
  );
  for (const path of visited) {
    await page.goto(`${site.url}/pt${path}`);
    const { lang, dir } = await page.evaluate(() => {
      const { lang, dir } = document.documentElement;
      return { lang, dir };
    });
    expect([path, lang, dir]).toEqual([path, "pt-BR", "ltr"]);
    expect(await page.locator(".site-nav").innerText()).toContain(
      textsOf("pt", "common").navigation.instruction,
    );
    expect([path, await findLosses(page)]).toEqual([path, []]);
  }
});

it("an added language is in the sitemap, alternates, feed, manifest and notifications", async () => {
  const read = async (path: string) => (await fetch(site.url + path)).text();
  expect(await read("/sitemap-pages.xml")).toContain('hreflang="pt"');
  expect(await read("/en")).toContain('hrefLang="pt"');
  expect(await read("/api/feeds/pt/signals.atom")).toContain(
    `<title>${textsOf("pt", "feeds").title}</title>`,
  );
  expect(JSON.parse(await read("/manifest.webmanifest?language=ar"))).toMatchObject({
    lang: "ar-EG",
    dir: "rtl",
  });
  const write = `import { createWriter } from "#worker/api/push/write-message.ts";
    console.log(createWriter(${JSON.stringify(someSignal())})("pt", "UTC"))`;
  const { body } = JSON.parse(run("node", "--input-type=module", "-e", write));
  expect(body).toContain(textsOf("pt", "push").direction.up);
});

it("the offline page is in an added language, with its text direction", async () => {
  for (const [code, direction] of [
    ["pt", "ltr"],
    ["ar", "rtl"],
  ] as const) {
    const { page } = await open(`/${code}`, { serviceWorkers: "allow" });
    await untilControlled(page, code);
    await page.context().setOffline(true);
    await page.goto(`${site.url}/${code}/traders`);
    expect(await page.locator("h1").textContent()).toBe(textsOf(code, "offline").title);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction);
  }
});

/** What is wrong with pages that are read from the right: their direction, what a phone or a wide window cuts off, and what axe finds. */
async function examine(context: BrowserContext, paths: readonly string[]): Promise<string[]> {
  const page = await context.newPage();
  const findings: string[] = [];
  for (const path of paths) {
    await page.setViewportSize(NARROW);
    await page.goto(`${site.url}/ar${path}`);
    await untilHydrated(page);
    await page.waitForFunction(() => !document.querySelector("main .skeleton, main [aria-busy=true]"));
    const { direction } = await page.evaluate(() => ({
      direction: getComputedStyle(document.body).direction,
    }));
    const found = [
      ...(direction === "rtl" ? [] : ["does not run from the right"]),
      ...(await findLosses(page)),
      ...(await findByAxe(page, { contrast: false })),
    ];
    await page.setViewportSize(WIDE);
    found.push(...(await findLosses(page)));
    findings.push(...found.map((finding) => `${path} ${finding}`));
  }
  return findings;
}

it("right-to-left pages fit a phone and meet WCAG 2.2 AA", async () => {
  expect(await examine(await browser.newContext({ serviceWorkers: "block" }), visited)).toEqual([]);
});

it("right-to-left staff pages fit a phone and meet WCAG 2.2 AA", async () => {
  const views = ["?view=notifications", "?view=security"].map((view) => `/profile${view}`);
  const paths = ["/watch", "/profile", ...views, ...ADMIN_VIEWS.map((view) => `/admin?view=${view}`)];
  expect(await examine(await openStaff(browser, site), paths)).toEqual([]);
});

it("on right-to-left pages the calendar's keys and arrows follow its direction", async () => {
  const { page } = await open("/ar/signal", { viewport: WIDE });
  await page.locator(".filter-box > summary").click();
  await page.locator(".date-field input").first().fill("03/10/2026");
  await page.locator(".date-field__open").first().click();
  const turn = page.locator(".calendar__head button");
  const [previous, next] = [await turn.first().boundingBox(), await turn.last().boundingBox()];
  expect(next?.x).toBeLessThan(previous?.x ?? NaN);
  expect(
    await page
      .locator(".calendar__head .icon")
      .first()
      .evaluate((icon) => getComputedStyle(icon).scale),
  ).toBe("-1 1");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  expect(await page.locator(".date-field input").first().inputValue()).toBe("03/11/2026");
});
