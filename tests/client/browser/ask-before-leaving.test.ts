import { createMemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { askBeforeLeaving } from "#client/browser/ask-before-leaving.ts";

const HOME = "/en";
const START = "/en/profile?view=security&page=1";

interface Given {
  readonly mayLeave?: boolean;
  readonly isAnyLoss?: boolean;
  readonly isDialogOpen?: boolean;
  /** What the browser's history says of each entry; a hash link of the document has left none. */
  readonly entry?: { readonly idx: number } | null;
}

/** Where a visitor is who goes from a view of the profile to `to`, and how often they were asked. */
async function go(to: string | -1, given: Given = {}) {
  const { mayLeave = false, isAnyLoss = true, isDialogOpen = false, entry = { idx: 1 } } = given;
  const routes = [{ path: "*", element: null }];
  const router = createMemoryRouter(routes, { initialEntries: [HOME, START] });
  let asked = 0;
  askBeforeLeaving(router, {
    onLosses: (listener) => {
      listener(true);
      if (!isAnyLoss) listener(false);
    },
    mayLeave: () => {
      asked += 1;
      return mayLeave;
    },
    isDialogOpen: () => isDialogOpen,
    loginPath: "/en/login",
    history: { state: entry },
  });
  if (to === -1) await router.navigate(to);
  else await router.navigate(to);
  const { pathname, search } = router.state.location;
  return { at: pathname + search, asked };
}

describe("a page that would lose something", () => {
  it.each(["/en", "/en/profile", "/en/profile?view=following", "/de/login"])(
    "is left for %s only if the visitor says so",
    async (to) => {
      expect(await go(to)).toEqual({ at: START, asked: 1 });
      expect(await go(to, { mayLeave: true })).toEqual({ at: to, asked: 1 });
      expect(await go(to, { isAnyLoss: false })).toEqual({ at: to, asked: 0 });
    },
  );

  it.each([
    "/en/profile?view=security",
    "/en/profile?page=2&view=security",
    "/en/login?next=%2Fen%2Fprofile",
  ])("is left for %s without a question", async (to) => {
    expect(await go(to)).toEqual({ at: to, asked: 0 });
  });

  it("is left for another page of its list only if the visitor says so while a dialog is open", async () => {
    expect(await go("/en/profile?page=2&view=security", { isDialogOpen: true })).toEqual({
      at: START,
      asked: 1,
    });
  });

  it("asks on the way back, where the router knows the way back to it", async () => {
    expect(await go(-1)).toEqual({ at: START, asked: 1 });
    expect(await go(-1, { entry: null })).toEqual({ at: HOME, asked: 0 });
  });
});
