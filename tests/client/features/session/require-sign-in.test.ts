import { describe, expect, it } from "vitest";
import { parseNext } from "#shared/site/routes.ts";
import { guard } from "#client/features/session/require-sign-in.tsx";
import { type AuthState, reduceSession, UNKNOWN_STATE } from "#client/features/session/session-state.ts";

const NO_TOKENS = { accessToken: null, refreshToken: null };
const location = { pathname: "/de/profile", search: "?tab=devices&from=a b" };

function after(...actions: Parameters<typeof reduceSession>[1][]): AuthState {
  return actions.reduce(reduceSession, UNKNOWN_STATE);
}

describe("the route guard", () => {
  it("waits until the session is known", () => {
    expect(guard(UNKNOWN_STATE, "de", location, false)).toEqual({ verdict: "wait" });
  });

  it("lets a member in, also before the user is loaded", () => {
    const state = after({ type: "signedIn", pair: { access: "a", refresh: "r" } });
    expect(guard(state, "de", location, true)).toEqual({ verdict: "enter" });
  });

  it("sends a visitor to the login page in the same language, with the path to return to", () => {
    const state = after({ type: "tokensSeen", tokens: NO_TOKENS, isSameMember: true });
    const verdict = guard(state, "de", { ...location, search: "?tab=devices" }, false);
    expect(verdict).toEqual({ verdict: "leave", href: "/de/login?next=%2Fde%2Fprofile%3Ftab%3Ddevices" });
    const next = new URL(verdict.verdict === "leave" ? verdict.href : "", "https://own.invalid").searchParams;
    expect(parseNext(next.get("next"))).toBe("/de/profile?tab=devices");
  });

  const signedIn = { type: "signedIn", pair: { access: "a", refresh: "r" } } as const;

  it("sends a member who signs out on the page home, and anyone who opens it later to the login page", () => {
    const state = after(signedIn, { type: "signedOut" });
    expect(guard(state, "de", location, false)).toEqual({ verdict: "leave", href: "/de" });
    expect(guard(state, "de", location, true)).toMatchObject({ href: expect.stringContaining("/de/login?") });
  });

  it.each([{ type: "sessionLost" }, { type: "tokensSeen", tokens: NO_TOKENS, isSameMember: true }] as const)(
    "sends the member to the login page after $type",
    (end) => {
      const verdict = guard(after(signedIn, end), "de", location, false);
      expect(verdict).toMatchObject({ href: expect.stringContaining("/de/login?") });
    },
  );
});
