import { expect, it } from "vitest";
import { pushOffer } from "#client/features/offers/offers.tsx";
import { keepPushOwn } from "#client/features/push/own-push.ts";
import { ANONYMOUS_SESSION } from "#client/features/session/anonymous-session.ts";
import { reduceSession, UNKNOWN_STATE } from "#client/features/session/session-state.ts";
import { createStore } from "#client/ui/store.ts";

it("an offer of notifications made to a member is not shown to whoever is there after the sign-out", () => {
  const pair = { access: "a", refresh: "r" };
  const { current, set, subscribe } = createStore(reduceSession(UNKNOWN_STATE, { type: "signedIn", pair }));
  keepPushOwn({ ...ANONYMOUS_SESSION, getState: current, subscribe });
  const offer = { accept: () => {}, hide: () => {} };
  pushOffer.set(offer);
  set(reduceSession(current(), { type: "refreshed", pair: { access: "b", refresh: "s" } }));
  expect(pushOffer.current()).toBe(offer);
  set(reduceSession(current(), { type: "sessionLost" }));
  expect(pushOffer.current()).toBeNull();
});
