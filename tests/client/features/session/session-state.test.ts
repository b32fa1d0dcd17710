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

function reduce(...actions: SessionAction[]): AuthState {
  return actions.reduce(reduceSession, UNKNOWN_STATE);
}

describe("reduceSession", () => {
  it("keeps the user and the session number through a refresh", () => {
    const state = reduceSession(signedIn, { type: "refreshed", pair: { access: "a2", refresh: "r2" } });
    expect(state).toMatchObject({ accessToken: "a2", refreshToken: "r2", user: alice, sessionNumber: 1 });
  });

  it("removes the user if another tab's tokens belong to another member", () => {
    const tokens = { accessToken: "b1", refreshToken: "s1" };
    const state = reduceSession(signedIn, { type: "tokensSeen", tokens, isSameMember: false });
    expect(state).toMatchObject({ accessToken: "b1", user: null, sessionNumber: 2 });
  });

  it("takes a change of the member's own account, but not the late answer to one of an earlier member", () => {
    const named = { ...alice, name: "Alice" };
    expect(reduceSession(signedIn, { type: "userChanged", user: named }).user).toBe(named);
    const other = reduceSession(signedIn, { type: "userChanged", user: { ...named, id: 2 } });
    expect(other).toBe(signedIn);
  });

  it("keeps the user if another tab has refreshed", () => {
    const tokens = { accessToken: "a2", refreshToken: "r2" };
    const state = reduceSession(signedIn, { type: "tokensSeen", tokens, isSameMember: true });
    expect(state).toMatchObject({ accessToken: "a2", refreshToken: "r2", user: alice, sessionNumber: 1 });
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
