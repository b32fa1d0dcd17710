/** `/api/auth/`: sign-in, refresh, sign-out, the current user. */
import { PasscodeChange, PasscodeRemoval, ProfileChanges } from "#shared/contracts/profile.ts";
import {
  PASSCODE_PROBLEM_CODES,
  RefreshRequest,
  SignInAnswer,
  SignInRequest,
  TokenPair,
  User,
} from "#shared/contracts/session.ts";
import type { Operation } from "./operation.ts";

const user = { 200: { description: "The account as it now is.", schema: User } };

export const SESSION_OPERATIONS: readonly Operation[] = [
  {
    id: "signIn",
    tag: "session",
    method: "post",
    path: "/api/auth/login/",
    summary: "Sign in with an account id",
    description:
      "An account that has a passcode, as all staff have, needs it too: `passcode_required` says so and says nothing about " +
      "whether the id is known. Attempts that do not succeed are limited per id and per address, or where the request brings " +
      "the `device_token` of an earlier sign-in, per device.",
    access: "everyone",
    body: SignInRequest,
    answers: { 200: { description: "A new session.", schema: SignInAnswer } },
    refusals: {
      401: ["no_active_account", "passcode_required"],
      429: ["throttled"],
      503: ["sign_in_not_configured"],
    },
  },
  {
    id: "refresh",
    tag: "session",
    method: "post",
    path: "/api/auth/refresh/",
    summary: "Exchange a refresh token for a new pair",
    description:
      "Safe to repeat: for 30 seconds the same token is answered with the same successor. Used again later, it ends the " +
      "whole session.",
    access: "everyone",
    body: RefreshRequest,
    answers: { 200: { description: "The next pair of the session.", schema: TokenPair } },
    refusals: { 401: ["token_not_valid", "no_active_account"], 503: ["sign_in_not_configured"] },
  },
  {
    id: "signOut",
    tag: "session",
    method: "post",
    path: "/api/auth/logout/",
    summary: "End the session of a refresh token",
    access: "everyone",
    body: RefreshRequest,
    answers: { 204: { description: "The session has ended." } },
    refusals: { 401: ["token_not_valid"], 503: ["sign_in_not_configured"] },
  },
  {
    id: "readMe",
    tag: "session",
    method: "get",
    path: "/api/auth/me/",
    summary: "The current user",
    access: "member",
    answers: { 200: { description: "Whose access token it is.", schema: User } },
  },
  {
    id: "changeMe",
    tag: "profile",
    method: "patch",
    path: "/api/auth/me/",
    summary: "Change name, language or time zone",
    access: "holder",
    body: ProfileChanges,
    answers: user,
    refusals: { 404: ["not_found"] },
  },
  {
    id: "setPasscode",
    tag: "profile",
    method: "post",
    path: "/api/auth/me/passcode/",
    summary: "Change the passcode",
    description: "Ends the member's other sessions. The first passcode of an account is set by staff.",
    access: "holder",
    body: PasscodeChange,
    answers: user,
    refusals: {
      400: PASSCODE_PROBLEM_CODES,
      429: ["throttled"],
    },
  },
  {
    id: "removePasscode",
    tag: "profile",
    method: "delete",
    path: "/api/auth/me/passcode/",
    summary: "Remove the passcode",
    description:
      "Ends the member's other sessions. From then on the account reads and follows, and changes nothing.",
    access: "holder",
    body: PasscodeRemoval,
    answers: user,
    refusals: {
      400: ["wrong_passcode"],
      403: ["staff_needs_passcode"],
      429: ["throttled"],
    },
  },
];
