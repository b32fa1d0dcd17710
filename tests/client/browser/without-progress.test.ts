import { createMemoryRouter, type DataRouter } from "react-router";
import { expect, it } from "vitest";
import { withoutProgress } from "#client/browser/without-progress.ts";

/** A router whose page /slow comes when `answer` is called, and what its reader hears. */
function world() {
  const { promise, resolve: answer } = Promise.withResolvers<null>();
  const pages = [
    { path: "/a", element: null },
    { path: "/slow", element: null, loader: () => promise },
  ];
  const router: DataRouter = createMemoryRouter(pages, { initialEntries: ["/a"] });
  const everything: string[] = [];
  const heard: string[] = [];
  const describe = ({ location, navigation }: DataRouter["state"]) =>
    `${location.pathname} ${navigation.state}`;
  router.subscribe((state) => everything.push(describe(state)));
  withoutProgress(router);
  const stop = router.subscribe((state) => heard.push(describe(state)));
  return { router, answer, everything, heard, stop };
}

it("hears of a page, not of its being on the way", async () => {
  const { router, answer, everything, heard } = world();
  const navigation = router.navigate("/slow");
  await expect.poll(() => everything).toEqual(["/a loading"]);
  expect(heard).toEqual([]);
  answer(null);
  await navigation;
  expect(everything).toEqual(["/a loading", "/slow idle"]);
  expect(heard).toEqual(["/slow idle"]);
});

it("hears of another query and of another hash", async () => {
  const { router, heard } = world();
  await router.navigate("/a?page=2");
  await router.navigate("/a?page=2#rows");
  expect(heard).toEqual(["/a idle", "/a idle"]);
});

it("hears nothing of a navigation that is broken off for the page that is shown", async () => {
  const { router, answer, everything, heard } = world();
  void router.navigate("/slow");
  await expect.poll(() => everything).toEqual(["/a loading"]);
  await router.navigate("/a");
  answer(null);
  expect(everything.length).toBeGreaterThan(1);
  expect(new Set(heard)).toEqual(new Set(["/a idle"]));
});

it("hears nothing any more once it has stopped", async () => {
  const { router, heard, stop } = world();
  stop();
  await router.navigate("/a?page=2");
  expect(heard).toEqual([]);
});
