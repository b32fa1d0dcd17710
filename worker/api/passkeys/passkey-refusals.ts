/** The error answers of passkeys. */
import { MAX_PASSKEYS, type PasskeyProblemCode } from "#shared/contracts/passkeys.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import type { PasskeyFault } from "./passkey-fault.ts";

const REFUSALS: Readonly<Record<PasskeyProblemCode, { readonly status: number; readonly detail: string }>> = {
  passkey_not_valid: {
    status: 400,
    detail: "credential was not requested by this site in this session, or its challenge has expired.",
  },
  not_found: { status: 404, detail: "Not found." },
  passkey_exists: { status: 409, detail: "This passkey is registered already." },
  too_many_passkeys: { status: 409, detail: `An account has at most ${MAX_PASSKEYS} passkeys.` },
  last_passkey: {
    status: 409,
    detail: "The last passkey cannot be removed: this account cannot sign in without it.",
  },
};

export function refusePasskey(code: PasskeyProblemCode): Response {
  const { status, detail } = REFUSALS[code];
  return problemResponse(status, { detail, code });
}

/** Only the log says which check failed. */
export function refuseFault(
  { deps, requestId }: ApiEnv<BaseDependencies>["Variables"],
  { message: reason }: PasskeyFault,
): Response {
  deps.log({ level: "info", event: "passkey_refused", requestId, reason });
  return refusePasskey("passkey_not_valid");
}
