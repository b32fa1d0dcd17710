import { createMemoryRouter, type DataRouter } from "react-router";
import { expect, it } from "vitest";
import { withViewTransitions } from "#client/browser/view-transitions.ts";

/** A router, what its reader was shown, and the transitions whose old page is still being pictured. */
function world({ mayMove = true } = {}) {
  const pages = ["/a", "/b", "/c"].map((path) => ({ path, element: null }));
  const router: DataRouter = createMemoryRouter(pages, { initialEntries: ["/a"] });
  const pictured: (() => void)[] = [];
  const shown: string[] = [];
  withViewTransitions(router, {
    startViewTransition(update) {
      pictured.push(update);
      return { ready: Promise.resolve() };
    },
    mayMove: () => mayMove,
    flushSync: (update) => update(),
  });
  router.subscribe(({ location: { pathname, search } }) => shown.push(pathname + search));
  return { router, pictured, shown };
}

it("shows another page once the old one is pictured", async () => {
  const { router, pictured, shown } = world();
  await router.navigate("/b");
  expect(shown).toEqual([]);
  pictured.shift()?.();
  expect(shown).toEqual(["/b"]);
  expect(pictured).toEqual([]);
});

it("shows another query of the same page at once", async () => {
  const { router, pictured, shown } = world();
  await router.navigate("/a?page=2");
  expect([shown, pictured]).toEqual([["/a?page=2"], []]);
});

it("never shows a page that was left while the old one was pictured", async () => {
  const { router, pictured, shown } = world();
  await router.navigate("/b");
  await router.navigate("/c");
  expect(pictured).toHaveLength(1);
  pictured.shift()?.();
  expect(shown).toEqual(["/c"]);
  await router.navigate("/a");
  pictured.shift()?.();
  expect(shown).toEqual(["/c", "/a"]);
});

it("shows everything at once to who minds motion", async () => {
  const { router, pictured, shown } = world({ mayMove: false });
  await router.navigate("/b");
  expect([shown, pictured]).toEqual([["/b"], []]);
});
