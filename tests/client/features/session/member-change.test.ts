import { describe, expect, it } from "vitest";
import { createBrowser, settle } from "#tests/support/session-world.ts";

describe("onMemberChange", () => {
  it("calls back when a session ends or passes to another member, but not when it starts or is refreshed", async () => {
    const browser = createBrowser();
    const tab = browser.openTab();
    let changes = 0;
    tab.session.onMemberChange(() => (changes += 1));
    await tab.session.start();
    await tab.session.signIn({ pocketoption_id: "alice" });
    await tab.session.refresh();
    expect(changes).toBe(0);
    tab.session.signOut();
    expect(changes).toBe(1);
    await tab.session.signIn({ pocketoption_id: "alice" });
    expect(changes).toBe(1);
    await tab.session.signIn({ pocketoption_id: "bob" });
    expect(changes).toBe(2);
  });

  it("calls back when another tab signs out, until it is stopped", async () => {
    const browser = createBrowser();
    const one = await browser.openSignedIn();
    const two = browser.openTab();
    await two.session.start();
    let changes = 0;
    const stop = one.session.onMemberChange(() => (changes += 1));
    two.session.signOut();
    await settle();
    expect(changes).toBe(1);
    stop();
    await two.session.signIn({ pocketoption_id: "alice" });
    two.session.signOut();
    await settle();
    expect(changes).toBe(1);
  });
});
