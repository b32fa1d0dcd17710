import { expect, it } from "vitest";
import { keepInterruptedForms } from "#client/browser/interrupted-forms.ts";
import { problem } from "#tests/support/auth-server.ts";
import { createBrowser, settle } from "#tests/support/session-world.ts";

async function openWithForms() {
  const browser = createBrowser();
  const tab = browser.openTab();
  const saved: string[] = [];
  const restored: string[] = [];
  const forms = keepInterruptedForms(tab.session, {
    save: (member) => saved.push(member) > 0,
    restore: (member) => restored.push(member),
  });
  await tab.session.start();
  await tab.session.signIn({ pocketoption_id: "alice" });
  return { browser, tab, forms, saved, restored };
}

it("keeps forms as a session ends, and gives them to whoever signs in again", async () => {
  const { browser, tab, forms, saved, restored } = await openWithForms();
  expect(saved).toEqual([]);
  browser.server.expireAccessTokens();
  browser.server.answerNext("/api/auth/refresh/", () => problem(401, "token_not_valid"));
  await tab.session.authenticatedFetch("/api/profile/").catch(() => null);
  expect(saved).toEqual(["alice"]);
  expect(forms.areKept()).toBe(true);
  restored.length = 0;
  await tab.session.signIn({ pocketoption_id: "bob" });
  expect(new Set(restored)).toEqual(new Set(["bob"]));
});

it("keeps them where another tab was told of the end, and not where the member has signed out here", async () => {
  const elsewhere = await openWithForms();
  elsewhere.browser.clearStorage();
  await settle();
  expect(elsewhere.saved).toEqual(["alice"]);

  const here = await openWithForms();
  here.tab.session.signOut();
  expect(here.saved).toEqual([]);
});

it("gives nobody anything", async () => {
  const { tab, forms, restored } = await openWithForms();
  tab.session.signOut();
  restored.length = 0;
  forms.arrive();
  expect(restored).toEqual([]);
});
