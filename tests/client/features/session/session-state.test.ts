import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { User } from "#shared/contracts/session.ts";
import {
  type AuthState,
  isAuthenticated,
  reduceSession,
  type SessionAction,
  UNKNOWN_STATE,
} from "#client/features/session/session-state.ts";

const alice = v.parse(User, { id: 1, pocketoption_id: "alice" });
const pair = { access: "a1", refresh: "r1" };
const signedIn = reduce({ type: "signedIn", pair }, { type: "userLoaded", user: alice, sessionNumber: 1 });

const OPENED: SessionAction = { type: "authModalOpened", traderToFollow: "North" };

function reduce(...actions: SessionAction[]): AuthState {
  return actions.reduce(reduceSession, UNKNOWN_STATE);
}

describe("reduceSession", () => {
  const refreshed = { access: "a2", refresh: "r2" };
  const seen = { accessToken: "a2", refreshToken: "r2" };

  it.each<[what: string, action: SessionAction, expected: Partial<AuthState>]>([
    ["a refresh", { type: "refreshed", pair: refreshed }, { user: alice, sessionNumber: 1 }],
    [
      "a refresh in another tab",
      { type: "tokensSeen", tokens: seen, isSameMember: true },
      { user: alice, sessionNumber: 1 },
    ],
    [
      "another tab's sign-in as somebody else",
      { type: "tokensSeen", tokens: seen, isSameMember: false },
      { user: null, sessionNumber: 2 },
    ],
  ])("after %s has the new tokens, and the user if it is the same session", (_what, action, expected) => {
    expect(reduceSession(signedIn, action)).toMatchObject({ ...seen, ...expected });
  });

  it("takes a change of the member's own account, but not the late answer to one of an earlier member", () => {
    const named = { ...alice, name: "Alice" };
    expect(reduceSession(signedIn, { type: "userChanged", user: named }).user).toBe(named);
    const other = reduceSession(signedIn, { type: "userChanged", user: { ...named, id: 2 } });
    expect(other).toBe(signedIn);
  });

  it.each<[what: string, before: readonly SessionAction[], action: SessionAction]>([
    ["a refresh with the same tokens", [], { type: "refreshed", pair }],
    ["a dialog that is open", [OPENED], OPENED],
    ["the same user", [], { type: "userLoaded", user: alice, sessionNumber: 1 }],
    ["an error of another session", [], { type: "userNotLoaded", error: "e", sessionNumber: 0 }],
    [
      "an error of a session that has ended",
      [{ type: "signedOut" }],
      { type: "userNotLoaded", error: "e", sessionNumber: 2 },
    ],
    ["the same failed refresh", [{ type: "notRefreshed", error: "e" }], { type: "notRefreshed", error: "e" }],
    [
      "a failed refresh of a session that has ended",
      [{ type: "signedOut" }],
      { type: "notRefreshed", error: "e" },
    ],
    [
      "a changed account before the user is loaded",
      [{ type: "signedIn", pair }],
      { type: "userChanged", user: alice },
    ],
  ])("is left as it is by %s", (_what, before, action) => {
    const state = before.reduce(reduceSession, signedIn);
    expect(reduceSession(state, action)).toBe(state);
  });

  it.each([
    ["an access token without a new refresh token", { access: "a2", refresh: "r1" }],
    ["a refresh token without a new access token", { access: "a1", refresh: "r2" }],
  ])("takes %s", (_what, pair) => {
    const tokens = { accessToken: pair.access, refreshToken: pair.refresh };
    expect(reduceSession(signedIn, { type: "refreshed", pair })).toMatchObject(tokens);
  });

  it("is the same session number until somebody signs in", () => {
    const tokens = { accessToken: null, refreshToken: null };
    const visitor = reduce({ type: "tokensSeen", tokens, isSameMember: true });
    expect([UNKNOWN_STATE.sessionNumber, visitor.sessionNumber, signedIn.sessionNumber]).toEqual([0, 0, 1]);
  });

  it("shows in the dialog the trader whom the visitor wanted to follow last", () => {
    expect(UNKNOWN_STATE.authModalVisible).toBe(false);
    const opened = reduce(OPENED);
    expect(opened).toMatchObject({ authModalVisible: true, traderToFollow: "North" });
    const again = reduceSession(opened, { type: "authModalOpened", traderToFollow: "South" });
    expect(again.traderToFollow).toBe("South");
  });

  it("is signed out with only a refresh token, which it keeps until a sign-out", () => {
    const tokens = { accessToken: null, refreshToken: "r1" };
    const state = reduce({ type: "tokensSeen", tokens, isSameMember: true });
    expect(state).toMatchObject({ phase: "signed-out", refreshToken: "r1" });
    expect(reduceSession(state, { type: "signedOut" })).toMatchObject({ refreshToken: null });
  });

  it("ignores a user that was requested in another session", () => {
    const state = reduce({ type: "signedIn", pair }, { type: "signedOut" }, { type: "signedIn", pair });
    expect(reduceSession(state, { type: "userLoaded", user: alice, sessionNumber: 1 })).toBe(state);
  });

  it("keeps the sign-in dialog open after a sign-in or a lost session in this tab", () => {
    const state = reduce({ type: "authModalOpened", traderToFollow: null }, { type: "signedIn", pair });
    expect(state.authModalVisible).toBe(true);
    // It came to nothing, and the form in the dialog says why.
    expect(reduceSession(state, { type: "sessionLost" }).authModalVisible).toBe(true);
  });
});

const token = fc.constantFrom("a1", "a2");
const tokenOrNull = fc.option(token);
const action: fc.Arbitrary<SessionAction> = fc.oneof(
  fc.record({
    type: fc.constant("tokensSeen"),
    tokens: fc.record({ accessToken: tokenOrNull, refreshToken: tokenOrNull }),
    isSameMember: fc.boolean(),
  }),
  fc.record({
    type: fc.constantFrom("signedIn", "refreshed"),
    pair: fc.record({ access: token, refresh: token }),
  }),
  fc.record({ type: fc.constantFrom("signedOut", "sessionLost") }),
  fc.record({ type: fc.constant("userLoaded"), user: fc.constant(alice), sessionNumber: fc.nat({ max: 4 }) }),
  fc.record({ type: fc.constant("authModalOpened"), traderToFollow: fc.constantFrom("Alice", null) }),
  fc.record({ type: fc.constant("authModalClosed") }),
);

describe("after any sequence of actions, the session", () => {
  it("has a user only with an access token, and is authenticated exactly when it has one", () => {
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const state = reduce(...actions);
        expect(isAuthenticated(state)).toBe(state.accessToken !== null);
        expect(state.phase === "signed-in").toBe(state.accessToken !== null);
        if (state.user !== null) expect(state.accessToken).not.toBeNull();
      }),
    );
  });

  it("is never unknown again, and its number never decreases", () => {
    fc.assert(
      fc.property(fc.array(action), action, (actions, last) => {
        const before = reduce(...actions);
        const after = reduceSession(before, last);
        if (before.phase !== "unknown") expect(after.phase).not.toBe("unknown");
        expect(after.sessionNumber).toBeGreaterThanOrEqual(before.sessionNumber);
        if (isAuthenticated(before) !== isAuthenticated(after)) {
          expect(after.sessionNumber).toBe(before.sessionNumber + 1);
        }
      }),
    );
  });

  it("is the same object if nothing changes, and never modifies the previous one", () => {
    fc.assert(
      fc.property(fc.array(action), action, (actions, last) => {
        const before = reduce(...actions);
        const copy = structuredClone(before);
        const after = reduceSession(before, last);
        expect(before).toEqual(copy);
        if (after !== before) expect(after).not.toEqual(before);
      }),
    );
  });
});
