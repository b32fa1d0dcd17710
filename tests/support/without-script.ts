/** Pages as browsers without JavaScript show them. */
import type { Browser, BrowserContext } from "playwright-core";

/**
 * The document as it stands where script is off. Script itself has to be on, because axe waits by timers, which a browser
 * without script does not run: so the page's own is taken out, and what only shows without it is put in.
 */
export async function openWithoutScript(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block" });
  await context.route("**/assets/*.js", (route) => route.abort());
  await context.route(
    ({ pathname }) => !pathname.includes("."),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll(/<script(?![^>]*json)[^>]*>.*?<\/script>/gs, "")
        .replaceAll(/<(\/?)noscript>/g, "<$1div>")
        .replaceAll(/\(scripting: ?none\)/g, "all");
      // The policy lets the style sheet through as it was sent.
      const { "content-security-policy": _, ...headers } = response.headers();
      await route.fulfill({ response, headers, body });
    },
  );
  return context;
}
