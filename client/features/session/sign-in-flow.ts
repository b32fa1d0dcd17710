/** What happens in the sign-in form, without the form: checks, one request at a time, and what to say afterwards. */
import * as v from "valibot";
import { SignInRequest } from "#shared/contracts/session.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { HttpError, isOwnFault, isTransient } from "#client/data/http-error.ts";
import { createStore, type Store } from "#client/ui/store.ts";

export type FieldName = "pocketoptionId" | "passcode";
type FieldProblem = "required" | "format" | "refused";

interface FieldProblems {
  readonly pocketoptionId?: FieldProblem;
  readonly passcode?: FieldProblem | "common";
}

export interface SignInState {
  readonly isSubmitting: boolean;
  /** The account id that the server wants a passcode for; null as long as none does, and no passcode is asked for. */
  readonly passcodeFor: string | null;
  readonly problems: FieldProblems;
  readonly failure: SignInFailure | null;
  /** The field to move to: a new object for each attempt that asks for it. */
  readonly focus: { readonly field: FieldName } | null;
}

/** As typed. */
export interface SignInValues {
  readonly pocketoptionId: string;
  readonly passcode: string;
  /** Undefined for whoever has none. */
  readonly invite?: string | undefined;
}

export interface SignInFlow extends Pick<Store<SignInState>, "current" | "subscribe"> {
  /**
   * True once signed in, and where `isWanted` denied it then, which nobody waits for; false where it did not work, and for every
   * call while one is under way. Never rejects.
   */
  readonly submit: (values: SignInValues, isWanted?: () => boolean) => Promise<boolean>;
  /** The account id as it is sent; null where it is none, which is then said. */
  readonly readId: (pocketoptionId: string) => string | null;
  /** The field was changed: what was said about it no longer holds. */
  readonly edited: (field: FieldName) => void;
}

export const IDLE_SIGN_IN: SignInState = Object.freeze({
  isSubmitting: false,
  passcodeFor: null,
  problems: {},
  failure: null,
  focus: null,
});

/** `log` is given what the form cannot name, "Invalid tokens received" among them; never a token. */
export function createSignInFlow(
  signIn: (request: SignInRequest, isWanted?: () => boolean) => Promise<void>,
  log: (error: unknown) => void,
): SignInFlow {
  const { current, set, subscribe } = createStore(IDLE_SIGN_IN);

  function change(part: Partial<SignInState>): void {
    set({ ...current(), ...part });
  }

  function fail(failure: SignInFailure, problems: SignInState["problems"], field: FieldName | null): false {
    change({ isSubmitting: false, failure, problems, focus: field && { field } });
    return false;
  }

  async function submit(values: SignInValues, isWanted?: () => boolean): Promise<boolean> {
    if (current().isSubmitting) return false;
    const checked = checkSignIn(values, current().passcodeFor);
    if (!checked.request) return fail({ kind: "fields" }, checked.problems, firstOf(checked.problems));
    change({ isSubmitting: true, failure: null, problems: {} });
    try {
      await signIn(checked.request, isWanted);
    } catch (error) {
      return refuse(error, checked.request);
    }
    change({ isSubmitting: false });
    return true;
  }

  function refuse(error: unknown, request: SignInRequest): false {
    const failure = signInFailureOf(error, request.passcode !== undefined);
    if (failure.kind === "unexpected" || failure.kind === "ownFault") log(error);
    if (failure.kind === "passcodeRequired") {
      change({ passcodeFor: request.pocketoption_id });
      return fail(failure, {}, "passcode");
    }
    const problems = error instanceof HttpError ? refusedFields(error) : {};
    return fail(failure, problems, firstOf(problems));
  }

  return {
    current,
    subscribe,
    submit,
    readId(pocketoptionId) {
      const { request, problems } = checkSignIn({ pocketoptionId, passcode: "" }, null);
      if (!request) fail({ kind: "fields" }, problems, "pocketoptionId");
      else change({ failure: null, problems: {} });
      return request?.pocketoption_id ?? null;
    },
    edited(field) {
      const state = current();
      if (!state.problems[field]) return;
      const { [field]: _settled, ...problems } = state.problems;
      change({ problems, failure: firstOf(problems) && state.failure });
    },
  };
}

/**
 * The request to send, or what is wrong with which field. An empty passcode is left out, unless the server has asked for
 * one for this very account id, or an invite leads to one.
 */
export function checkSignIn(
  { pocketoptionId, passcode, invite }: SignInValues,
  passcodeFor: string | null,
): { readonly request: SignInRequest | null; readonly problems: SignInState["problems"] } {
  const parsed = v.safeParse(SignInRequest, {
    pocketoption_id: pocketoptionId,
    ...(passcode && { passcode }),
    ...(invite && { invite }),
  });
  const isAsked = invite !== undefined || passcodeFor === withoutInvisible(pocketoptionId);
  const isPasscodeMissing = passcode === "" && isAsked;
  if (parsed.success && !isPasscodeMissing) return { request: parsed.output, problems: {} };
  const broken = new Set(parsed.issues?.map((issue) => v.getDotPath(issue)));
  const isIdMissing = withoutInvisible(pocketoptionId) === "";
  const problems: FieldProblems = {
    ...(broken.has("pocketoption_id") && { pocketoptionId: isIdMissing ? "required" : "format" }),
    ...(isPasscodeMissing ? { passcode: "required" } : broken.has("passcode") && { passcode: "format" }),
  };
  return { request: null, problems };
}

function refusedFields({ code, fields = {} }: HttpError): SignInState["problems"] {
  if (code === "passcode_too_common") return { passcode: "common" };
  return {
    ...(fields["pocketoption_id"] && { pocketoptionId: "refused" }),
    ...(fields["passcode"] && { passcode: "refused" }),
  };
}

function firstOf(problems: SignInState["problems"]): FieldName | null {
  if (problems.pocketoptionId) return "pocketoptionId";
  return problems.passcode ? "passcode" : null;
}

/** Turnstile gives no token. */
export class ChallengeFailed extends Error {
  override readonly name = "ChallengeFailed";
}

/** Why a sign-in did not work, as kinds that have a text each (`session.json`, `failure`). */
export type SignInFailure =
  /** Fields are not filled in as the contract asks. */
  | { readonly kind: "fields" }
  | { readonly kind: "passcodeRequired" }
  /** The passcode is right, and the account signs in by its passkey. */
  | { readonly kind: "passkeyRequired" }
  /** The server knows no such passkey, or its account is not active. */
  | { readonly kind: "passkeyRefused" }
  /** Nobody has used a passkey. */
  | { readonly kind: "passkeyDeclined" }
  /** No passkey was made of a newcomer's. */
  | { readonly kind: "signUpDeclined" }
  /** The server has made no account by a new passkey; it does not say why. */
  | { readonly kind: "signUpRefused" }
  | { readonly kind: "noActiveAccount" }
  /** The account id or the passcode is wrong; the server does not say which. */
  | { readonly kind: "noMatch" }
  | { readonly kind: "throttled"; readonly seconds: number }
  | { readonly kind: "throttledForAWhile" }
  | { readonly kind: "upstreamUnreachable" }
  | { readonly kind: "upstreamTimeout" }
  /** Turnstile has not said, or the server not taken, that a person signs in. */
  | { readonly kind: "challengeFailed" }
  /** The operator has not set the sign-in up. */
  | { readonly kind: "notConfigured" }
  | { readonly kind: "serverFault" }
  | { readonly kind: "offline" }
  /** A fault of the page itself, or something it needs that the browser lacks; `message` says what. */
  | { readonly kind: "ownFault"; readonly message: string }
  /** An answer that makes no sense, "Invalid tokens received" among them. */
  | { readonly kind: "unexpected" };

/** The failure behind what `session.signIn` rejected with. `hasPasscode`: one was sent. */
export function signInFailureOf(error: unknown, hasPasscode: boolean): SignInFailure {
  if (error instanceof ChallengeFailed) return { kind: "challengeFailed" };
  if (isOwnFault(error)) return { kind: "ownFault", message: String(error) };
  if (!(error instanceof HttpError)) return { kind: isTransient(error) ? "offline" : "unexpected" };
  switch (error.code) {
    case "passcode_required":
      return { kind: "passcodeRequired" };
    case "challenge_failed":
      return { kind: "challengeFailed" };
    case "passkey_required":
      return { kind: "passkeyRequired" };
    case "upstream_unreachable":
      return { kind: "upstreamUnreachable" };
    case "upstream_timeout":
      return { kind: "upstreamTimeout" };
    case "sign_in_not_configured":
    case "database_not_migrated":
      return { kind: "notConfigured" };
  }
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds;
    return seconds === undefined ? { kind: "throttledForAWhile" } : { kind: "throttled", seconds };
  }
  // Django REST refuses credentials without a code, so the status decides.
  if (error.status === 401) return { kind: hasPasscode ? "noMatch" : "noActiveAccount" };
  if (error.status === 400) return { kind: "fields" };
  return { kind: error.status >= 500 ? "serverFault" : "unexpected" };
}
