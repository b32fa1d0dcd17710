import { describe, expect, it } from "vitest";
import type { SignInRequest } from "#shared/contracts/session.ts";
import { HttpError, NetworkError, SessionError } from "#client/data/http-error.ts";
import {
  checkSignIn,
  createSignInFlow,
  IDLE_SIGN_IN,
  signInFailureOf,
} from "#client/features/session/sign-in-flow.ts";

const TYPED = { pocketoptionId: " alice ", passcode: "" };

function refusal(status: number, code: string, fields?: Record<string, string[]>): HttpError {
  return new HttpError({ status, code, detail: "", fields });
}

/** A flow whose sign-in answers with these in turn: an error to reject with, or null to accept. */
function openFlow(...answers: (Error | null)[]) {
  const requests: SignInRequest[] = [];
  const logged: unknown[] = [];
  const signIn = (request: SignInRequest) => {
    requests.push(request);
    const answer = answers.shift();
    return answer ? Promise.reject(answer) : Promise.resolve();
  };
  const flow = createSignInFlow(signIn, (error) => logged.push(error));
  return { flow, requests, logged };
}

describe("checkSignIn", () => {
  it("drops space around the account id and leaves an empty passcode out", () => {
    expect(checkSignIn(TYPED, null).request).toEqual({ pocketoption_id: "alice" });
  });

  it("counts a passcode as typed, spaces included", () => {
    const { request } = checkSignIn({ pocketoptionId: "alice", passcode: " 12 34 " }, null);
    expect(request).toEqual({ pocketoption_id: "alice", passcode: " 12 34 " });
  });

  it.each([
    [{ pocketoptionId: "", passcode: "" }, null, { pocketoptionId: "required" }],
    [{ pocketoptionId: "   ", passcode: "" }, null, { pocketoptionId: "required" }],
    [{ pocketoptionId: "\u200b", passcode: "" }, null, { pocketoptionId: "required" }],
    [{ pocketoptionId: "a\u200b", passcode: "" }, "a", { passcode: "required" }],
    [{ pocketoptionId: "a b", passcode: "" }, null, { pocketoptionId: "format" }],
    [{ pocketoptionId: "a".repeat(65), passcode: "" }, null, { pocketoptionId: "format" }],
    [{ pocketoptionId: "alice", passcode: "12345" }, "alice", { passcode: "format" }],
    [{ pocketoptionId: "alice", passcode: "" }, "alice", { passcode: "required" }],
    [{ pocketoptionId: " alice", passcode: "" }, "alice", { passcode: "required" }],
    [{ pocketoptionId: "?", passcode: "x" }, "alice", { pocketoptionId: "format", passcode: "format" }],
  ])("finds in %j with a passcode wanted for %j: %j", (values, passcodeFor, problems) => {
    expect(checkSignIn(values, passcodeFor)).toEqual({ request: null, problems });
  });

  it("wants no passcode for another account than the one it was asked for", () => {
    expect(checkSignIn({ pocketoptionId: "bob", passcode: "" }, "alice").request).toEqual({
      pocketoption_id: "bob",
    });
  });
});

describe("checkSignIn with an invite", () => {
  const invited = { pocketoptionId: "alice", invite: "a-token" };

  it("wants a passcode from the first attempt on, and sends both", () => {
    expect(checkSignIn({ ...invited, passcode: "" }, null)).toEqual({
      request: null,
      problems: { passcode: "required" },
    });
    expect(checkSignIn({ ...invited, passcode: "my own one" }, null).request).toEqual({
      pocketoption_id: "alice",
      passcode: "my own one",
      invite: "a-token",
    });
  });
});

describe("sign-in flow", () => {
  it("says of a passcode that is tried first that it is, beside its field", async () => {
    const { flow } = openFlow(refusal(400, "passcode_too_common"));
    expect(await flow.submit({ ...TYPED, passcode: "password" })).toBe(false);
    expect(flow.current()).toMatchObject({
      problems: { passcode: "common" },
      failure: { kind: "fields" },
      focus: { field: "passcode" },
    });
  });

  it("signs in and says so once", async () => {
    const { flow, requests } = openFlow(null);
    expect(await flow.submit(TYPED)).toBe(true);
    expect(requests).toEqual([{ pocketoption_id: "alice" }]);
    expect(flow.current()).toEqual(IDLE_SIGN_IN);
  });

  it("sends nothing while a field is wrong, and moves to the first such field", async () => {
    const { flow, requests } = openFlow();
    expect(await flow.submit({ pocketoptionId: "", passcode: "" })).toBe(false);
    expect(requests).toEqual([]);
    expect(flow.current()).toMatchObject({
      failure: { kind: "fields" },
      problems: { pocketoptionId: "required" },
      focus: { field: "pocketoptionId" },
    });
  });

  it("cannot be submitted twice", async () => {
    const { flow, requests } = openFlow(null, null);
    const results = await Promise.all([flow.submit(TYPED), flow.submit(TYPED)]);
    expect(results).toEqual([true, false]);
    expect(requests).toHaveLength(1);
  });

  it("asks for the passcode where the server wants one, and moves there", async () => {
    const { flow, requests } = openFlow(refusal(401, "passcode_required"), null);
    expect(await flow.submit(TYPED)).toBe(false);
    expect(flow.current()).toMatchObject({
      passcodeFor: "alice",
      failure: { kind: "passcodeRequired" },
      focus: { field: "passcode" },
    });
    expect(await flow.submit({ ...TYPED, passcode: "secret-1" })).toBe(true);
    expect(requests[1]).toEqual({ pocketoption_id: "alice", passcode: "secret-1" });
  });

  it("moves to the same field anew at each failure", async () => {
    const { flow } = openFlow();
    await flow.submit({ pocketoptionId: "", passcode: "" });
    const first = flow.current().focus;
    await flow.submit({ pocketoptionId: "", passcode: "" });
    expect(flow.current().focus).toEqual(first);
    expect(flow.current().focus).not.toBe(first);
  });

  it("keeps the passcode field after a refused passcode", async () => {
    const { flow } = openFlow(refusal(401, "passcode_required"), refusal(401, "no_active_account"));
    await flow.submit(TYPED);
    await flow.submit({ ...TYPED, passcode: "wrong-1" });
    expect(flow.current()).toMatchObject({ passcodeFor: "alice", failure: { kind: "noMatch" } });
  });

  it("marks the fields that the server refuses", async () => {
    const { flow } = openFlow(refusal(400, "invalid", { pocketoption_id: ["No."], passcode: ["No."] }));
    await flow.submit(TYPED);
    expect(flow.current()).toMatchObject({
      failure: { kind: "fields" },
      problems: { pocketoptionId: "refused", passcode: "refused" },
      focus: { field: "pocketoptionId" },
    });
  });

  it("takes back what it said about a field once that is edited", async () => {
    const { flow } = openFlow();
    await flow.submit({ pocketoptionId: "?", passcode: "x" });
    flow.edited("pocketoptionId");
    expect(flow.current()).toMatchObject({ problems: { passcode: "format" }, failure: { kind: "fields" } });
    flow.edited("passcode");
    expect(flow.current()).toEqual({ ...IDLE_SIGN_IN, focus: { field: "pocketoptionId" } });
  });

  it("leaves a server's refusal standing while the visitor types", async () => {
    const { flow } = openFlow(refusal(401, "no_active_account"));
    await flow.submit(TYPED);
    const refused = flow.current();
    flow.edited("pocketoptionId");
    expect(refused.failure).toEqual({ kind: "noActiveAccount" });
    expect(flow.current()).toBe(refused);
  });

  it("leaves a trace of what it cannot name, and of nothing else", async () => {
    const unreadable = new SessionError("Invalid tokens received");
    const unknown = refusal(404, "");
    const named = [refusal(401, ""), refusal(503, ""), new NetworkError(null)];
    const { flow, logged } = openFlow(unreadable, ...named, unknown);
    for (let attempt = 0; attempt < 5; attempt += 1) await flow.submit(TYPED);
    expect(logged).toEqual([unreadable, unknown]);
    expect(flow.current().failure).toEqual({ kind: "unexpected" });
  });

  it("forgets the last failure when it is tried again", async () => {
    const { flow } = openFlow(refusal(400, "invalid", { pocketoption_id: ["No."] }), null);
    await flow.submit(TYPED);
    const states: unknown[] = [];
    flow.subscribe(() => states.push(flow.current()));
    await flow.submit(TYPED);
    expect(states[0]).toEqual({ ...IDLE_SIGN_IN, isSubmitting: true, focus: { field: "pocketoptionId" } });
  });

  it("calls back on each change until it is told to stop", async () => {
    const { flow } = openFlow(null, null);
    const seen: boolean[] = [];
    const stop = flow.subscribe(() => seen.push(flow.current().isSubmitting));
    await flow.submit(TYPED);
    stop();
    await flow.submit(TYPED);
    expect(seen).toEqual([true, false]);
  });
});

function answer(status: number, code = "", retryAfterSeconds?: number): HttpError {
  return new HttpError({ status, code, detail: "", retryAfterSeconds });
}

describe("signInFailureOf", () => {
  it.each([
    [answer(401, "no_active_account"), { kind: "noActiveAccount" }],
    [answer(401), { kind: "noActiveAccount" }],
    [answer(401, "passcode_required"), { kind: "passcodeRequired" }],
    [answer(429, "throttled", 42), { kind: "throttled", seconds: 42 }],
    [answer(429, "throttled"), { kind: "throttledForAWhile" }],
    [answer(502, "upstream_unreachable"), { kind: "upstreamUnreachable" }],
    [answer(504, "upstream_timeout"), { kind: "upstreamTimeout" }],
    [answer(503, "sign_in_not_configured"), { kind: "notConfigured" }],
    [answer(503, "database_not_migrated"), { kind: "notConfigured" }],
    [answer(500), { kind: "serverFault" }],
    [answer(503, "upstream_error"), { kind: "serverFault" }],
    [answer(400, "invalid"), { kind: "fields" }],
    [answer(403, "user_inactive"), { kind: "unexpected" }],
    [answer(200, "unreadable_answer"), { kind: "unexpected" }],
    [new NetworkError(new TypeError("fetch failed")), { kind: "offline" }],
    [new SessionError("Invalid tokens received"), { kind: "unexpected" }],
    [new TypeError("x is not a function"), { kind: "ownFault", message: "TypeError: x is not a function" }],
  ])("tells %s as %j", (error, failure) => {
    expect(signInFailureOf(error, false)).toEqual(failure);
  });

  it("does not say whether the id or the passcode was wrong", () => {
    expect(signInFailureOf(answer(401, "no_active_account"), true)).toEqual({ kind: "noMatch" });
  });
});
