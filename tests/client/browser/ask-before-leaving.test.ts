import { createMemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { askBeforeLeaving } from "#client/browser/ask-before-leaving.ts";

/** Where a visitor is who goes from a view of the profile to `to`, and how often they were asked. */
async function go(to: string, { wouldLose = true, answer = false } = {}) {
  const routes = [{ path: "*", element: null }];
  const router = createMemoryRouter(routes, { initialEntries: ["/en/profile?view=security&page=1"] });
  let asked = 0;
  const ask = () => {
    asked += 1;
    return answer;
  };
  askBeforeLeaving(router, { wouldLose: () => wouldLose, ask, loginPath: "/en/login" });
  await router.navigate(to);
  const { pathname, search } = router.state.location;
  return { at: pathname + search, asked };
}

describe("a page that would lose something", () => {
  it.each(["/en", "/en/profile", "/en/profile?view=following", "/de/login"])(
    "is left for %s only if the visitor says so",
    async (to) => {
      expect(await go(to)).toEqual({ at: "/en/profile?view=security&page=1", asked: 1 });
      expect(await go(to, { answer: true })).toEqual({ at: to, asked: 1 });
      expect(await go(to, { wouldLose: false })).toEqual({ at: to, asked: 0 });
    },
  );

  it.each([
    "/en/profile?view=security",
    "/en/profile?page=2&view=security",
    "/en/login?next=%2Fen%2Fprofile",
  ])("is left for %s without a question", async (to) => {
    expect(await go(to)).toEqual({ at: to, asked: 0 });
  });
});
