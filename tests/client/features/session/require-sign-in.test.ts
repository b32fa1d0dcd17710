import { expect, it } from "vitest";
import { guard } from "#client/features/session/require-sign-in.tsx";
import { reduceSession, type SessionAction, UNKNOWN_STATE } from "#client/features/session/session-state.ts";

const SIGNED_IN: SessionAction = { type: "signedIn", pair: { access: "a", refresh: "r" } };
const SIGNED_OUT: SessionAction = { type: "signedOut" };
const SESSION_LOST: SessionAction = { type: "sessionLost" };
const NO_TOKENS: SessionAction = {
  type: "tokensSeen",
  tokens: { accessToken: null, refreshToken: null },
  isSameMember: true,
};

const HOME = { verdict: "leave", href: "/de" };
const LOGIN = { verdict: "leave", href: "/de/login?next=%2Fde%2Fprofile%3Ftab%3Ddevices" };

it.each([
  ["waits until the session is known", [], false, { verdict: "wait" }],
  ["lets a member in, also before the user is loaded", [SIGNED_IN], true, { verdict: "enter" }],
  ["sends a visitor to the login page, with the path to return to", [NO_TOKENS], false, LOGIN],
  ["sends a member who signs out on the page home", [SIGNED_IN, SIGNED_OUT], false, HOME],
  ["sends anyone who opens it later to the login page", [SIGNED_IN, SIGNED_OUT], true, LOGIN],
  ["sends a member there whose session is lost", [SIGNED_IN, SESSION_LOST], false, LOGIN],
  ["sends a member there who signs out in another tab", [SIGNED_IN, NO_TOKENS], false, LOGIN],
])("the route guard %s", (_what, actions, wasOut, verdict) => {
  const state = actions.reduce(reduceSession, UNKNOWN_STATE);
  const location = { pathname: "/de/profile", search: "?tab=devices" };
  expect(guard(state, "de", location, wasOut)).toEqual(verdict);
});
