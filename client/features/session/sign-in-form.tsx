/** The one sign-in form, of the login page and of the sign-in dialog. */
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { storedLanguage, storeLanguage } from "#client/i18n/store-language.ts";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import type { SignInRequest } from "#shared/contracts/session.ts";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";
import { PasscodeField } from "./passcode-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { useSession } from "./session-context.tsx";
import { useOffersPasskeys } from "./passkey-support.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { PasskeySignUp } from "./passkey-sign-up.tsx";
import { isStep, SignInFailureText } from "./sign-in-failure.tsx";
import type { TurnstileHandle } from "./turnstile-challenge.tsx";
import { createSignInFlow, IDLE_SIGN_IN } from "./sign-in-flow.ts";

const TurnstileChallenge = lazy(async () => {
  // The worker does without its script.
  if (import.meta.env.SSR) throw new Error("A server has no widget");
  return { default: (await import("./turnstile-challenge.tsx")).TurnstileChallenge };
});

export interface SignInFormProps {
  /** From the link that staff have sent: the passcode is then a new one, and asked for at once. */
  readonly invite?: string | undefined;
  /** The member is signed in by this form, which is still there: the place to move on. */
  readonly onSignedIn?: () => void;
  /** Whoever has left the form before the server answers is not signed in by it. False unless said. */
  readonly isDroppedOnLeaving?: boolean;
}

/** Fields keep what was typed through every error, because nothing but the visitor writes to them. */
export function SignInForm({ invite, onSignedIn, isDroppedOnLeaving = false }: SignInFormProps) {
  const { t } = useTranslation("session");
  const { session } = useSession();
  const { turnstileSiteKey } = useRuntimeConfig();
  const isHydrated = useIsHydrated();
  const [challenge] = useState(() => Promise.withResolvers<TurnstileHandle>());
  const [flow] = useState(() =>
    createSignInFlow(
      async (request, isWanted) => session.signIn({ ...request, ...(await takeToken()) }, isWanted),
      logFailure,
    ),
  );
  const state = useSyncExternalStore(flow.subscribe, flow.current, () => IDLE_SIGN_IN);
  const hasPasskeys = useOffersPasskeys();
  // Whoever has an invite has come for a new passcode or passkey.
  const offersPasskeys = hasPasskeys && invite === undefined;
  const pocketoptionId = useRef<HTMLInputElement>(null);
  const passcode = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (state.focus) ({ pocketoptionId, passcode })[state.focus.field].current?.focus();
  }, [state.focus]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const values = {
      pocketoptionId: pocketoptionId.current?.value ?? "",
      passcode: passcode.current?.value ?? "",
      invite,
    };
    void flow.submit(values, isWanted).then((isSignedIn) => isSignedIn && finish());
  }

  function isWanted(): boolean {
    return !isDroppedOnLeaving || pocketoptionId.current !== null;
  }

  function finish(): void {
    const preferred = session.getState().user?.language;
    if (preferred && storedLanguage() === null) storeLanguage(preferred);
    // Whoever has left the form meanwhile stays where they went.
    if (pocketoptionId.current) onSignedIn?.();
  }

  /** For one attempt; nothing where the operator asks for no token. */
  async function takeToken(): Promise<Pick<SignInRequest, "turnstile_token">> {
    if (turnstileSiteKey === undefined) return {};
    const { takeToken } = await challenge.promise;
    return { turnstile_token: await takeToken() };
  }

  const asksForPasscode = state.passcodeFor !== null || invite !== undefined;
  const [step, fault] = isStep(state.failure) ? [state.failure, null] : [null, state.failure];
  const { pocketoptionId: idProblem, passcode: passcodeProblem } = state.problems;

  return (
    // Without script this method sends nothing anywhere. Not `aria-busy`, which would hold the dialog: this one may be given up.
    <form className="form" method="dialog" noValidate onSubmit={submit}>
      <noscript>
        <p className="form__error">{t("form.noscript")}</p>
      </noscript>
      <div role="alert">{fault && <SignInFailureText failure={fault} />}</div>
      <TextField
        ref={pocketoptionId}
        name="pocketoption_id"
        label={t("form.pocketoptionId.label")}
        hint={t("form.pocketoptionId.hint")}
        error={idProblem && t(`form.pocketoptionId.${idProblem}`)}
        onInput={() => flow.edited("pocketoptionId")}
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
          error={passcodeProblem && t(`form.passcode.${passcodeProblem}`)}
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
      <button
        className="needs-script button button--primary"
        type="submit"
        aria-disabled={state.isSubmitting}
      >
        {state.isSubmitting ? t("form.submitting") : t("form.submit")}
      </button>
      {hasPasskeys && asksForPasscode ? (
        <PasskeySignUp
          readId={() => flow.readId(pocketoptionId.current?.value ?? "")}
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

/** How somebody without an account gets one, as the operator has set it up. */
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

function logFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- the visitor can only say that it failed; whoever runs the site needs to know why
  console.error("The sign-in failed", error);
}
