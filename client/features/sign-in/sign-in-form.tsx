/** The one sign-in form, of the login page and of the sign-in dialog. */
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import { HttpError } from "#client/data/http-error.ts";
import { createFormFlow, IDLE_FORM } from "#client/features/form/form-flow.ts";
import { useFocusOnProblem } from "#client/ui/focus.ts";
import { storedLanguage, storeLanguage } from "#client/i18n/language-choice.ts";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Passcode, PocketoptionId, SignInRequest } from "#shared/contracts/session.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";
import { PasscodeField } from "#client/ui/passcode-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { useSession } from "#client/features/session/session-context.tsx";
import { useOffersPasskeys } from "#client/features/session/passkey-support.ts";
import { AccountQuestion } from "./account-question.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { PasskeySignUp } from "./passkey-sign-up.tsx";
import { isStep, type SignInFailure, signInFailureOf, SignInFailureText } from "./sign-in-failure.tsx";
import type { TurnstileHandle } from "./turnstile-challenge.tsx";

const TurnstileChallenge = lazy(async () => {
  // The widget runs in the browser only; this keeps its script out of the worker.
  if (import.meta.env.SSR) throw new Error("A server has no widget");
  return { default: (await import("./turnstile-challenge.tsx")).TurnstileChallenge };
});

/** Values of the fields as typed. */
interface SignInValues {
  readonly pocketoptionId: string;
  readonly passcode: string;
}

const SignInWithPasscode = v.object({ ...SignInRequest.entries, passcode: Passcode });

export interface SignInFormProps {
  /** Token of the link that staff have sent: the form then asks for a new passcode at once. */
  readonly invite?: string | undefined;
  /** Called once the member is signed in, if the form is still mounted. */
  readonly onSignedIn?: () => void;
  /** Discards the sign-in if the form was unmounted before the server answered. Default: false. */
  readonly isDroppedOnLeaving?: boolean;
}

/** Fields are uncontrolled, so that what was typed survives every error. */
export function SignInForm({ invite, onSignedIn, isDroppedOnLeaving = false }: SignInFormProps) {
  const { t } = useTranslation("session");
  const { session } = useSession();
  const { turnstileSiteKey } = useRuntimeConfig();
  const isHydrated = useIsHydrated();
  const [challenge] = useState(() => Promise.withResolvers<TurnstileHandle>());
  const [flow] = useState(
    createFormFlow<
      void,
      SignInFailure | { readonly kind: "accountNotFound"; readonly id: string },
      SignInRequest
    >,
  );
  const state = useSyncExternalStore(flow.subscribe, flow.current, () => IDLE_FORM);
  // The account id for which the server wants a passcode; null if it has not asked for one.
  const [passcodeFor, setPasscodeFor] = useState<string | null>(null);
  const [sent, setSent] = useState<SignInValues>({ pocketoptionId: "", passcode: "" });
  const hasPasskeys = useOffersPasskeys();
  // With an invite, visitors set a new passcode or passkey.
  const offersPasskeys = hasPasskeys && invite === undefined;
  const idField = useRef<HTMLInputElement>(null);
  const passcode = useRef<HTMLInputElement>(null);
  const notFound = state.failure?.kind === "accountNotFound" ? state.failure : null;

  const [form, attach] = useState<HTMLFormElement | null>(null);
  useFocusOnProblem(form, state.refusals);
  useEffect(() => {
    if (passcodeFor !== null) passcode.current?.focus();
  }, [passcodeFor]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const values = entered();
    const isAsked = invite !== undefined || passcodeFor === withoutInvisible(values.pocketoptionId);
    const schema = isAsked ? SignInWithPasscode : SignInRequest;
    const request = await attempt(values, schema, async (request) =>
      session.signIn({ ...request, ...(await takeToken()) }, isWanted),
    );
    if (request) finish();
  }

  /** Calls `act` with the request if it meets the contract. Returns it, or null if anything failed. */
  async function attempt(
    values: SignInValues,
    schema: typeof SignInRequest | typeof SignInWithPasscode,
    act: (request: SignInRequest) => Promise<void>,
  ): Promise<SignInRequest | null> {
    const { pocketoptionId, passcode } = values;
    const id = withoutInvisible(pocketoptionId);
    setSent(values);
    const request: SignInRequest = {
      pocketoption_id: id,
      ...(passcode && { passcode }),
      ...(invite && { invite }),
      ...(notFound?.id !== id && { create: false }),
    };
    const done = await flow.submit(request, {
      schema,
      send: act,
      blames: { passcode_too_common: "passcode" },
      failureOf: (error) =>
        error instanceof HttpError && error.code === "account_not_found"
          ? { kind: "accountNotFound", id }
          : loggedFailureOf(error, passcode !== ""),
    });
    if (flow.current().failure?.kind === "passcodeRequired") setPasscodeFor(id);
    return done && request;
  }

  function entered(): SignInValues {
    return {
      pocketoptionId: idField.current?.value ?? "",
      passcode: passcode.current?.value ?? "",
    };
  }

  function isWanted(): boolean {
    return !isDroppedOnLeaving || idField.current !== null;
  }

  function finish(): void {
    const preferred = session.getState().user?.language;
    if (preferred && storedLanguage() === null) storeLanguage(preferred);
    // Visitors who have left the form stay on the page that they went to.
    if (idField.current) onSignedIn?.();
  }

  /** Gets a Turnstile token for one attempt; empty if the operator does not use Turnstile. */
  async function takeToken(): Promise<Pick<SignInRequest, "turnstile_token">> {
    if (turnstileSiteKey === undefined) return {};
    const { takeToken } = await challenge.promise;
    return { turnstile_token: await takeToken() };
  }

  function correctId(): void {
    flow.clear();
    idField.current?.focus();
    idField.current?.select();
  }

  const asksForPasscode = passcodeFor !== null || invite !== undefined;
  const failure = state.failure?.kind === "accountNotFound" ? null : state.failure;
  const [step, fault] = isStep(failure) ? [failure, null] : [null, failure];
  const { pocketoption_id: isIdWrong, passcode: passcodeProblem } = state.problems;

  function passcodeText(problem: string): string {
    const isCommon = problem === "passcode_too_common";
    return t(`form.passcode.${isCommon ? "common" : problemOf(Passcode, sent.passcode)}`);
  }

  return (
    // Without script, `method="dialog"` sends nothing. No `aria-busy`, which would keep the dialog open: sign-in may be cancelled.
    <form ref={attach} className="form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <noscript>
        <p className="form__error">{t("form.noscript")}</p>
      </noscript>
      <div role="alert">{fault && <SignInFailureText failure={fault} />}</div>
      <TextField
        ref={idField}
        name="pocketoption_id"
        label={t("form.pocketoptionId.label")}
        hint={t("form.pocketoptionId.hint")}
        error={isIdWrong && t(`form.pocketoptionId.${problemOf(PocketoptionId, sent.pocketoptionId)}`)}
        onInput={() => (notFound ? flow.clear() : flow.edited("pocketoption_id"))}
        autoComplete={offersPasskeys ? "username webauthn" : "username"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={80}
        required
      />
      <div role="status">{step && <SignInFailureText failure={step} />}</div>
      {asksForPasscode && (
        <PasscodeField
          ref={passcode}
          name="passcode"
          label={t("form.passcode.label")}
          hint={t("form.passcode.hint")}
          error={passcodeProblem && passcodeText(passcodeProblem)}
          onInput={() => flow.edited("passcode")}
          autoComplete={invite === undefined ? "current-password" : "new-password"}
        />
      )}
      {turnstileSiteKey === undefined || !isHydrated ? null : (
        <Suspense>
          <TurnstileChallenge
            ref={(widget) => void (widget && challenge.resolve(widget))}
            siteKey={turnstileSiteKey}
          />
        </Suspense>
      )}
      {notFound && <AccountQuestion id={notFound.id} onCorrect={correctId} />}
      <button
        className="needs-script button button--primary"
        type="submit"
        aria-disabled={state.isSubmitting}
      >
        {state.isSubmitting ? t("form.submitting") : t(notFound ? "accountNotFound.create" : "form.submit")}
      </button>
      {hasPasskeys && asksForPasscode ? (
        <PasskeySignUp
          readRequest={() => attempt({ ...entered(), passcode: "" }, SignInRequest, async () => {})}
          invite={invite}
          takeToken={takeToken}
          isWanted={isWanted}
          onSignedIn={finish}
        />
      ) : null}
      {offersPasskeys ? <PasskeySignIn isWanted={isWanted} onSignedIn={finish} /> : null}
      {invite === undefined ? <AccountNote /> : null}
    </form>
  );
}

/** Tells how to get an account, by the operator's setting. */
function AccountNote() {
  const { t } = useTranslation("session");
  const { signUp, brand } = useRuntimeConfig();
  const isAsked = signUp !== "open" && brand.contactEmail !== "";
  return (
    <p className="field__hint">
      {t(`account.${signUp}`)}{" "}
      {isAsked ? <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a> : null}
    </p>
  );
}

/** Which error text an invalid field gets, by what was typed. */
function problemOf(schema: typeof PocketoptionId | typeof Passcode, typed: string) {
  if (withoutInvisible(typed) === "") return "required";
  return v.is(schema, typed) ? "refused" : "format";
}

/** Logs failures without a text of their own: the visitor only sees that sign-in failed, the operator needs the reason. */
function loggedFailureOf(error: unknown, hasPasscode: boolean): SignInFailure {
  const failure = signInFailureOf(error, hasPasscode);
  // oxlint-disable-next-line no-console -- the only trace of it
  if (failure.kind === "unexpected") console.error("The sign-in failed", error);
  return failure;
}
