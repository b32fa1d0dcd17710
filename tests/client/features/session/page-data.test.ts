import { describe, expect, it } from "vitest";
import { forgetOnMemberChange } from "#client/features/session/page-data.tsx";
import { createBrowser, settle } from "#tests/support/session-world.ts";

describe("forgetOnMemberChange", () => {
  it("forgets data when a session ends or changes to another member, but not when it starts or is refreshed", async () => {
    const browser = createBrowser();
    const tab = browser.openTab();
    let forgotten = 0;
    forgetOnMemberChange(tab.session, () => (forgotten += 1));
    await tab.session.start();
    await tab.session.signIn({ pocketoption_id: "alice" });
    await tab.session.refresh();
    expect(forgotten).toBe(0);
    tab.session.signOut();
    expect(forgotten).toBe(1);
    await tab.session.signIn({ pocketoption_id: "alice" });
    expect(forgotten).toBe(1);
    await tab.session.signIn({ pocketoption_id: "bob" });
    expect(forgotten).toBe(2);
  });

  it("forgets data when another tab signs out, until it is stopped", async () => {
    const browser = createBrowser();
    const one = await browser.openSignedIn();
    const two = browser.openTab();
    await two.session.start();
    let forgotten = 0;
    const stop = forgetOnMemberChange(one.session, () => (forgotten += 1));
    two.session.signOut();
    await settle();
    expect(forgotten).toBe(1);
    stop();
    await two.session.signIn({ pocketoption_id: "alice" });
    two.session.signOut();
    await settle();
    expect(forgotten).toBe(1);
  });
});
