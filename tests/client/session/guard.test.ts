import { describe, expect, it } from "vitest";
import { parseNext } from "#shared/routes.ts";
import { guard } from "#client/session/guard.ts";
import { type AuthState, reduceSession, UNKNOWN_STATE } from "#client/session/session-state.ts";

const location = { pathname: "/de/profile", search: "?tab=devices&from=a b" };

function after(...actions: Parameters<typeof reduceSession>[1][]): AuthState {
  return actions.reduce(reduceSession, UNKNOWN_STATE);
}

describe("guard", () => {
  it("waits until the session is known", () => {
    expect(guard(UNKNOWN_STATE, "de", location)).toEqual({ verdict: "wait" });
  });

  it("lets a member in, also before the user is loaded", () => {
    const state = after({ type: "signedIn", pair: { access: "a", refresh: "r" } });
    expect(guard(state, "de", location)).toEqual({ verdict: "enter" });
  });

  it("sends a visitor to the login page of the language, with the way back", () => {
    const verdict = guard(after({ type: "signedOut" }), "de", { ...location, search: "?tab=devices" });
    expect(verdict).toEqual({ verdict: "signIn", href: "/de/login?next=%2Fde%2Fprofile%3Ftab%3Ddevices" });
    const next = new URL(verdict.verdict === "signIn" ? verdict.href : "", "https://own.invalid")
      .searchParams;
    expect(parseNext(next.get("next"))).toBe("/de/profile?tab=devices");
  });
});
