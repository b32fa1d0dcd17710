/** Signs in by the form, and times as the staff's forms take them. */
import type { Locator, Page } from "playwright-core";
import { signInByForm } from "./member.ts";
import { STAFF_ID, STAFF_PASSCODE } from "./site.ts";

/** Signs in and arrives at the URL. */
export async function signIn(page: Page, url: string, id: string, passcode?: string): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  const login = `${origin}/en/login?next=${encodeURIComponent(pathname + search)}`;
  await signInByForm(page, login, { id, ...(passcode !== undefined && { passcode }) });
  await page.waitForURL(url);
}

export const signInStaff = (page: Page, url: string) => signIn(page, url, STAFF_ID, STAFF_PASSCODE);

/** A moment from now as `datetime-local` in the zone of the page's browser takes it, with seconds. */
export function localTimeIn(page: Page, seconds: number): Promise<string> {
  return page.evaluate((ahead) => {
    const at = Date.now() + ahead * 1000;
    return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }, seconds);
}

/** Fills in the evidence for the settlements in the review. */
export async function fillEvidence(dialog: Locator): Promise<void> {
  for (const field of await dialog.getByLabel("Price at expiry").all()) await field.fill("1.0850");
  await dialog.getByLabel("Where the prices were read").fill("A chart");
}
