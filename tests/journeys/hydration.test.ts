import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { MEMBER_ID } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import {
  openVisitor,
  untilHydrated,
  untilStarted,
  untilWhollyHydrated,
  withoutWorkers,
} from "#tests/support/visitor.ts";

const { site, browser, open } = await openSiteAndBrowser();

it("a visitor fetches texts of no other language", async () => {
  const language = "es";
  const bodies: Promise<string>[] = [];
  const collect = async (tab: Page) =>
    tab.on("response", (response) => {
      if (response.url().includes("/assets/")) bodies.push(response.text().catch(() => ""));
    });
  const { page } = await open(`/${language}`, { before: collect });
  await page.click(`a[href="/${language}/terms"]`);
  await page.waitForURL(`**/${language}/terms`);
  const scripts = (await Promise.all(bodies)).join("\n");
  for (const other of LANGUAGES) {
    const { default: texts } = await import(`../../shared/locales/${other}/common.json`);
    expect(scripts.includes(texts.skipToContent), other).toBe(other === language);
  }
});

it("navigates between pages without loading a document", async () => {
  const { page, complaints } = await open("/de");
  let documents = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents += 1;
  });
  await page.click('footer a[href="/de/about"]');
  await page.waitForURL("**/de/about");
  await page.waitForFunction(() => document.title.startsWith("Über uns"));
  await page.goBack();
  await page.waitForURL("**/de");
  expect(documents).toBe(0);
  expect(complaints).toEqual([]);
});

it.each([
  "/en/traders/north-light?by=hour#slices",
  "/de/traders?sort=net&utm_source=mail",
  "/it/traders?with=north-light&with=slow-water",
])("hydrates all parts of %s in another zone without rendering one anew", async (path) => {
  const { page, complaints } = await openVisitor(browser, { timezoneId: "America/New_York" });
  await page.goto(site.url + path);
  await untilWhollyHydrated(page);
  expect(complaints).toEqual([]);
});

it.each([
  ["has no passkeys", () => void Reflect.deleteProperty(window, "PublicKeyCredential")],
  [
    "refuses service workers",
    () =>
      Object.defineProperty(Navigator.prototype, "serviceWorker", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      }),
  ],
])("works without an error in a browser that %s", async (_how, change) => {
  const { page, complaints } = await openVisitor(browser, { serviceWorkers: "allow" });
  // At an IP address there are no passkeys, in any browser.
  const home = site.url.replace("127.0.0.1", "localhost");
  await page.context().addCookies([{ name: "language", value: "en", url: home }]);
  await page.addInitScript(change);
  await page.goto(`${home}/en/login`);
  await untilHydrated(page);
  await page.click('header a[href="/en/terms"], footer a[href="/en/terms"]');
  await page.waitForURL("**/en/terms");
  // By then, what waits for an idle browser has started.
  await page.waitForLoadState("networkidle");
  expect(complaints).toEqual([]);
});

/** What password managers, translators and other extensions do to a page. React passes over some of it. */
const FOREIGN_CHANGES = {
  "an element after a field": {
    isTolerated: false,
    change: () => document.querySelector("main input")?.after(document.createElement("keeper-lock")),
  },
  "an element first in the body": {
    isTolerated: true,
    change: () => document.body.prepend(document.createElement("div")),
  },
  "another word": {
    isTolerated: false,
    change: () => document.querySelector("main h1")?.replaceChildren("Anmelden"),
  },
  "a translation": {
    isTolerated: false,
    change: () => {
      for (const element of document.querySelectorAll("h1, p, label, button, a")) {
        const text = [...element.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const font = document.createElement("font");
        font.textContent = `${text?.textContent} (übersetzt)`;
        text?.replaceWith(font);
      }
    },
  },
};

describe("changes by extensions or translators", () => {
  const id = 'input[name="pocketoption_id"]';

  /** A page whose application comes only when it is released. */
  async function openHeld(path: string) {
    const visitor = await openVisitor(browser);
    await withoutWorkers(visitor.page);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await visitor.page.route("**/assets/start-application-*", async (route) => {
      await isReleased;
      await route.continue();
    });
    await visitor.page.goto(site.url + path, { waitUntil: "domcontentloaded" });
    return { ...visitor, release };
  }

  it.each(Object.entries(FOREIGN_CHANGES))(
    "before hydration keep the input and focus of the sign-in form: %s",
    async (_what, { isTolerated, change }) => {
      const { page, complaints, release } = await openHeld("/en/login");
      await page.evaluate(change);
      await page.locator(id).focus();
      await page.keyboard.type(MEMBER_ID.slice(0, 5));
      release();
      await untilStarted(page);
      await page.keyboard.type(MEMBER_ID.slice(5));
      expect(await page.inputValue(id)).toBe(MEMBER_ID);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${site.url}/en/watch`);
      expect(complaints).toEqual(isTolerated ? [] : [expect.stringMatching(/^warning: .*#418/)]);
    },
  );

  it("before hydration keep an earlier key press and a filter's value", async () => {
    const login = await openHeld("/en/login");
    await login.page.evaluate(FOREIGN_CHANGES["a translation"].change);
    await login.page.fill(id, MEMBER_ID);
    await login.page.keyboard.press("Enter");
    login.release();
    await login.page.waitForURL(`${site.url}/en/watch`);

    const { page, release } = await openHeld("/en/signal");
    await page.evaluate(FOREIGN_CHANGES["a translation"].change);
    await page.locator(".filter-box > summary").click();
    await page.locator('main select[name="outcome"]').selectOption("won");
    release();
    await untilStarted(page);
    expect(await page.locator('main select[name="outcome"]').inputValue()).toBe("won");
  });

  it("during hydration keep the input and a click", async () => {
    const { page, release } = await openHeld("/en/login");
    await page.fill(id, MEMBER_ID);
    // React hydrates in slices, each of which it begins with a message to itself.
    await page.evaluate(`((change) => {
      const { postMessage } = MessagePort.prototype;
      let slices = 0;
      MessagePort.prototype.postMessage = function (message) {
        slices += 1;
        if (slices === 2) {
          change();
          document.querySelector("main button[type=submit]").click();
        }
        postMessage.call(this, message);
      };
    })(${String(FOREIGN_CHANGES["a translation"].change)})`);
    release();
    await page.waitForURL(`${site.url}/en/watch`);
  });
});
