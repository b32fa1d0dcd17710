import { describe, expect, it } from "vitest";
import {
  keepInterruptedForms,
  saveFormState,
  saveInterrupted,
  takeInterrupted,
} from "#client/app/browser/form-state.ts";
import { FORM_STATE_KEY, INTERRUPTED_FORM_KEY } from "#shared/site/storage-names.ts";
import { mapStorage } from "#tests/client/map-storage.ts";
import { problem } from "#tests/support/auth-server.ts";
import { createBrowser, settle } from "#tests/support/session-world.ts";

const field = (name: string, attributes: object = {}) => ({
  name,
  type: "text",
  dataset: {},
  value: "typed",
  defaultValue: "",
  closest: () => null,
  ...attributes,
});

function openWorld(fields: readonly object[]) {
  const stored = new Map<string, string>();
  const clock = { nowMs: 0 };
  const document = { querySelectorAll: () => fields } as unknown as Document;
  return { world: { document, storage: () => mapStorage(stored), now: () => clock.nowMs }, stored, clock };
}

/** What is kept of the fields given; Node has no elements, so these only look like some. */
function keep(...fields: object[]): { names: string[]; isAll: boolean } {
  const { world, stored } = openWorld(fields);
  const isAll = saveFormState(world, "/en/admin");
  const { fields: kept }: { fields: { name: string }[] } = JSON.parse(
    stored.get(FORM_STATE_KEY) ?? '{"fields":[]}',
  );
  return { names: kept.map(({ name }) => name), isAll };
}

describe("a form field that the user changed", () => {
  it("is kept, but not if it says that it is secret", () => {
    const secret = { dataset: { secret: "" } };
    expect(keep(field("passcode", secret))).toEqual({ names: [], isAll: false });
    expect(keep(field("name"), field("file", { type: "file" }))).toEqual({ names: ["name"], isAll: false });
  });

  it("is kept if the user emptied it", () => {
    const emptied = field("display_name", { value: "", defaultValue: "Ada" });
    const untouched = field("passcode", { value: "", defaultValue: "" });
    expect(keep(emptied, untouched)).toEqual({ names: ["display_name"], isAll: true });
  });
});

describe("form input saved when a session ends", () => {
  const PAGE = "/en/profile";

  function interrupt(...fields: object[]) {
    const opened = openWorld(fields);
    return { ...opened, isAny: saveInterrupted(opened.world, PAGE, "alice") };
  }

  it("is restored only on the same page for the same member, and only once", () => {
    const { world, stored, isAny } = interrupt(field("display_name"));
    expect(isAny).toBe(true);
    expect(takeInterrupted(world, "/en/login", "alice")).toBeNull();
    expect(takeInterrupted(world, PAGE, "alice")).not.toBeNull();
    expect(stored.size).toBe(0);
  });

  it.each([
    ["when another member signs in", 0, "/en/login", "bob"],
    ["after half an hour", 30 * 60_000 + 1, PAGE, "alice"],
  ])("is thrown away %s", (_when, nowMs, path, member) => {
    const { world, stored, clock } = interrupt(field("display_name"));
    clock.nowMs = nowMs;
    expect(takeInterrupted(world, path, member)).toBeNull();
    expect(stored.size).toBe(0);
  });

  it("contains neither secrets nor unchanged fields", () => {
    const secret = field("passcode", { dataset: { secret: "" } });
    const { stored, isAny } = interrupt(secret, field("time_zone", { defaultValue: "typed" }));
    expect(isAny).toBe(false);
    expect(stored.size).toBe(0);
  });

  it("records the dialog that each field was in", () => {
    const inDialog = (textContent: string) => ({
      closest: () => ({ querySelector: () => ({ textContent }) }),
    });
    const fields = ["Void EUR/USD", "Void USD/JPY"].map((title) => field("reason", inDialog(title)));
    const { stored } = interrupt(...fields);
    const { fields: kept }: { fields: { dialog: string; nth: number }[] } = JSON.parse(
      stored.get(INTERRUPTED_FORM_KEY) ?? "{}",
    );
    expect(kept).toMatchObject([
      { dialog: "Void EUR/USD", nth: 0 },
      { dialog: "Void USD/JPY", nth: 0 },
    ]);
  });
});

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

it("form input is saved when the session ends, and restored for whoever signs in next", async () => {
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

it("form input is saved when another tab clears the session, but not when the member signs out in this tab", async () => {
  const elsewhere = await openWithForms();
  elsewhere.browser.clearStorage();
  await settle();
  expect(elsewhere.saved).toEqual(["alice"]);

  const here = await openWithForms();
  here.tab.session.signOut();
  expect(here.saved).toEqual([]);
});

it("form input is restored for nobody while signed out", async () => {
  const { tab, forms, restored } = await openWithForms();
  tab.session.signOut();
  restored.length = 0;
  forms.arrive();
  expect(restored).toEqual([]);
});
