import { describe, expect, it } from "vitest";
import { HttpError, NetworkError, SessionError } from "#client/data/http-error.ts";
import { signInFailureOf } from "#client/features/sign-in/sign-in-failure.tsx";

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
  ])("returns for %s: %j", (error, failure) => {
    expect(signInFailureOf(error, false)).toEqual(failure);
  });

  it("does not reveal whether the id or the passcode was wrong", () => {
    expect(signInFailureOf(answer(401, "no_active_account"), true)).toEqual({ kind: "noMatch" });
  });
});
