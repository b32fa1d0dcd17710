import { createMemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { trackNavigations } from "#client/ui/loading-bar/track-navigations.ts";

/** A router whose pages arrive when the test says so. */
function createSite() {
  const gates = new Map<string, PromiseWithResolvers<null>>();
  const loader = ({ request }: { request: Request }) => {
    const gate = Promise.withResolvers<null>();
    gates.set(new URL(request.url).pathname, gate);
    return gate.promise;
  };
  const router = createMemoryRouter(
    [{ path: "/" }, { path: "/slow", loader }, { path: "/other", loader }, { path: "/quick" }],
    { initialEntries: ["/"] },
  );
  const calls: string[] = [];
  const names = new Map<string, string>();
  const name = (id: string) => names.get(id) ?? names.set(id, `#${names.size + 1}`).get(id) ?? "";
  trackNavigations(router, {
    start: (id) => calls.push(`start ${name(id)}`),
    finish: (id) => calls.push(`finish ${name(id)}`),
    fail: (id) => calls.push(`fail ${name(id)}`),
  });
  return { router, calls, gate: (path: string) => gates.get(path) };
}

describe("tracking navigations", () => {
  it("starts a bar with the navigation and finishes it on arrival", async () => {
    const { router, calls, gate } = createSite();
    const arrival = router.navigate("/slow");
    await Promise.resolve();
    expect(calls).toEqual(["start #1"]);
    gate("/slow")?.resolve(null);
    await arrival;
    expect(calls).toEqual(["start #1", "finish #1"]);
  });

  it("gives the navigation that supersedes another its own bar", async () => {
    const { router, calls, gate } = createSite();
    void router.navigate("/slow");
    await Promise.resolve();
    const arrival = router.navigate("/other");
    await Promise.resolve();
    gate("/slow")?.resolve(null);
    gate("/other")?.resolve(null);
    await arrival;
    expect(calls).toEqual(["start #1", "start #2", "finish #2"]);
  });

  it("fails the bar of a page that arrives with an error", async () => {
    const { router, calls, gate } = createSite();
    const arrival = router.navigate("/slow");
    await Promise.resolve();
    gate("/slow")?.reject(new Error("no answer"));
    await arrival;
    expect(calls).toEqual(["start #1", "fail #1"]);
  });

  it("starts none where only the hash changes", async () => {
    const { router, calls } = createSite();
    await router.navigate("/#figures");
    await router.navigate("#proof");
    expect(calls).toEqual([]);
  });

  it("finishes the bar of a navigation that is given up for a place on the same page", async () => {
    const { router, calls } = createSite();
    void router.navigate("/slow");
    await Promise.resolve();
    await router.navigate("/#figures");
    expect(calls).toEqual(["start #1", "finish #1"]);
  });
});
