/** A member's own passkeys. To be mounted at `/api`. */
import { Hono } from "hono";
import {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyCreationOptions,
  PasskeyList,
  PasskeyOptionsRequest,
  PasskeyRemoval,
  PasskeyRequestOptions,
} from "#shared/contracts/passkeys.ts";
import { describe } from "#worker/api/declare.ts";
import { body } from "#worker/api/request-body.ts";
import {
  type ConfirmationDependencies,
  actorOf,
  beginConfirmation,
  type MemberEnv,
  refuseAttempt,
  requireConfirmation,
  requireHolder,
} from "#worker/api/session/index.ts";
import { confirmationOptions, confirmByPasskey } from "./confirm-by-passkey.ts";
import { addPasskey, ownCreationOptions, removePasskey, selectPasskeys, toPasskey } from "./own-passkeys.ts";
import { PasskeyFault } from "./passkey-fault.ts";
import { refuseFault, refusePasskey } from "./passkey-refusals.ts";
import { type OriginDependencies, relyingPartyOf } from "./relying-party.ts";

export const ownPasskeyRoutes = new Hono<MemberEnv<ConfirmationDependencies & OriginDependencies>>();

ownPasskeyRoutes.get(
  "/profile/passkeys/",
  describe({
    id: "listPasskeys",
    tag: "profile",
    summary: "The member's passkeys",
    answers: { 200: { description: "All of them, oldest first.", schema: PasskeyList } },
  }),
  requireHolder,
  async (c) => {
    const kept = await selectPasskeys(c.var.deps.db, c.var.member.accountId);
    return c.json({ results: kept.map(toPasskey) });
  },
);

ownPasskeyRoutes.post(
  "/profile/passkeys/options/",
  describe({
    id: "passkeyCreationOptions",
    tag: "profile",
    summary: "What a browser needs to create a passkey",
    answers: { 200: { description: "For `navigator.credentials.create`.", schema: PasskeyCreationOptions } },
    refusals: { 409: ["too_many_passkeys"] },
  }),
  requireHolder,
  body(PasskeyOptionsRequest),
  requireConfirmation,
  async (c) => {
    const { account, deps, member } = c.var;
    const options = await ownCreationOptions(
      deps,
      account,
      member.sessionId,
      relyingPartyOf(c.var.deps, c.req.raw),
    );
    return options ? c.json(options) : refusePasskey("too_many_passkeys");
  },
);

ownPasskeyRoutes.post(
  "/profile/passkeys/",
  describe({
    id: "addPasskey",
    tag: "profile",
    summary: "Register a passkey",
    description:
      "With the passkey that the browser has created from the options, in the session that requested them.",
    answers: { 201: { description: "The passkey, which can now sign in.", schema: Passkey } },
    refusals: { 400: ["passkey_not_valid"], 409: ["passkey_exists", "too_many_passkeys"] },
  }),
  requireHolder,
  body(NewPasskey),
  async (c) => {
    const { deps, member } = c.var;
    try {
      const addition = { member, actor: actorOf(c, deps), party: relyingPartyOf(c.var.deps, c.req.raw) };
      const added = await addPasskey(deps, c.req.valid("json"), addition);
      return typeof added === "string" ? refusePasskey(added) : c.json(added, 201);
    } catch (error) {
      if (!(error instanceof PasskeyFault)) throw error;
      return refuseFault(c.var, error);
    }
  },
);

ownPasskeyRoutes.post(
  "/profile/passkeys/confirmation/options/",
  describe({
    id: "passkeyConfirmationOptions",
    tag: "profile",
    summary: "What a browser needs to confirm an act by a passkey",
    answers: { 200: { description: "For `navigator.credentials.get`.", schema: PasskeyRequestOptions } },
  }),
  requireHolder,
  async (c) => {
    const { deps, member } = c.var;
    return c.json(await confirmationOptions(deps, member, relyingPartyOf(deps, c.req.raw)));
  },
);

ownPasskeyRoutes.post(
  "/profile/passkeys/confirmation/",
  describe({
    id: "confirmByPasskey",
    tag: "profile",
    summary: "Confirm an act by a passkey",
    description:
      "Replaces `current_passcode` for members without a passcode: the next act of this session within a minute needs none. " +
      "Attempts count towards the limit for the passcode.",
    answers: { 204: { description: "The next act needs no `current_passcode`." } },
    refusals: { 400: ["passkey_not_valid"], 429: ["throttled"] },
  }),
  requireHolder,
  body(PasskeyAnswer),
  async (c) => {
    const { account, deps, member, requestId } = c.var;
    const { sessionId } = member;
    const attempt = await beginConfirmation(deps, { pocketoptionId: account.pocketoption_id, sessionId });
    if (!attempt.admitted) {
      deps.log({ level: "warn", event: "passcode_confirmation_throttled", requestId });
      return refuseAttempt(attempt.retryAfterSeconds);
    }
    try {
      const { credential } = c.req.valid("json");
      await confirmByPasskey(deps, credential, relyingPartyOf(deps, c.req.raw), member);
    } catch (error) {
      if (error instanceof PasskeyFault) return refuseFault(c.var, error);
      // The server failed, so the attempt does not count.
      await attempt.giveBack();
      throw error;
    }
    await attempt.succeed();
    return c.body(null, 204);
  },
);

ownPasskeyRoutes.delete(
  "/profile/passkeys/:id/",
  describe({
    id: "removePasskey",
    tag: "profile",
    summary: "Remove a passkey",
    description: "Ends the member's other sessions.",
    params: { id: { description: "The passkey." } },
    answers: { 204: { description: "It can no longer sign in." } },
    refusals: { 404: ["not_found"], 409: ["last_passkey"] },
  }),
  requireHolder,
  body(PasskeyRemoval),
  requireConfirmation,
  async (c) => {
    const { deps, member } = c.var;
    const removal = await removePasskey(deps, c.req.param("id"), member, actorOf(c, deps));
    return removal === "removed" ? c.body(null, 204) : refusePasskey(removal);
  },
);
