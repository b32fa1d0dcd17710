/** Pages with live signals, as visitors see them. */
import type { Browser, Page } from "playwright-core";
import type { LiveRecord } from "./live-record.ts";
import type { Site } from "./site.ts";
import { openVisitor, untilHydrated, type Visitor } from "./visitor.ts";

/** Opens the list of signals once it shows all of the record. */
export async function openSignals(
  { browser, site, record }: { readonly browser: Browser; readonly site: Site; readonly record: LiveRecord },
  language: string,
  prepare?: (visitor: Visitor) => Promise<unknown>,
  query = "",
): Promise<Visitor> {
  const visitor = await openVisitor(browser);
  await prepare?.(visitor);
  await record.untilOnPages();
  await visitor.page.goto(`${site.url}/${language}/signal${query}`);
  await untilHydrated(visitor.page);
  return visitor;
}

export const pill = (page: Page) => page.locator(".news__pill");
export const rowOf = (page: Page, asset: string) =>
  page.locator("main :is(tr, li:has(time))", { hasText: asset });
export const inMode = (page: Page, mode: string) =>
  page.locator(`output[data-live="${mode}"]`).waitFor({ state: "attached" });

/** Once the page has all its parts, which would be lost with the network. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await inMode(page, "paused");
}
