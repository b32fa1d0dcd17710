/** The one sign-in form, of the login page and of the sign-in dialog. */
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import { createFormFlow, IDLE_FORM } from "#client/features/form/form-flow.ts";
import { useFocusOnProblem } from "#client/features/form/focus-on-problem.ts";
import { storedLanguage, storeLanguage } from "#client/i18n/store-language.ts";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Passcode, PocketoptionId, SignInRequest } from "#shared/contracts/session.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";
import { PasscodeField } from "#client/ui/passcode-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { useSession } from "#client/features/session/session-context.tsx";
import { useOffersPasskeys } from "#client/features/session/passkey-support.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { PasskeySignUp } from "./passkey-sign-up.tsx";
import { type SignInFailure, signInFailureOf } from "./sign-in-failure.ts";
import { isStep, SignInFailureText } from "./sign-in-failure-text.tsx";
import type { TurnstileHandle } from "./turnstile-challenge.tsx";

const TurnstileChallenge = lazy(async () => {
  // The worker does without its script.
  if (import.meta.env.SSR) throw new Error("A server has no widget");
  return { default: (await import("./turnstile-challenge.tsx")).TurnstileChallenge };
});

/** As typed. */
interface SignInValues {
  readonly pocketoptionId: string;
  readonly passcode: string;
}

const SignInWithPasscode = v.object({ ...SignInRequest.entries, passcode: Passcode });

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
  const [flow] = useState(createFormFlow<string, SignInFailure>);
  const state = useSyncExternalStore(flow.subscribe, flow.current, () => IDLE_FORM);
  // The account id that the server wants a passcode for; null as long as it wants none.
  const [passcodeFor, setPasscodeFor] = useState<string | null>(null);
  const [sent, setSent] = useState<SignInValues>({ pocketoptionId: "", passcode: "" });
  const hasPasskeys = useOffersPasskeys();
  // Whoever has an invite has come for a new passcode or passkey.
  const offersPasskeys = hasPasskeys && invite === undefined;
  const pocketoptionId = useRef<HTMLInputElement>(null);
  const passcode = useRef<HTMLInputElement>(null);

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
    const done = await attempt(values, schema, async (request) =>
      session.signIn({ ...request, ...(await takeToken()) }, isWanted),
    );
    if (done !== null) finish();
  }

  /** Does `act` if the values keep the contract. Gives the account id, or null where it was not done. */
  async function attempt(
    values: SignInValues,
    schema: typeof SignInRequest | typeof SignInWithPasscode,
    act: (request: SignInRequest) => Promise<void>,
  ): Promise<string | null> {
    const { pocketoptionId: pocketoption_id, passcode } = values;
    setSent(values);
    const done = await flow.submit(
      { pocketoption_id, ...(passcode && { passcode }), ...(invite && { invite }) },
      {
        schema,
        async send(body) {
          const request = v.parse(SignInRequest, body);
          await act(request);
          return request.pocketoption_id;
        },
        blames: { passcode_too_common: "passcode" },
        failureOf: (error) => loggedFailureOf(error, passcode !== ""),
      },
    );
    if (flow.current().failure?.kind === "passcodeRequired") {
      setPasscodeFor(withoutInvisible(pocketoption_id));
    }
    return done && done.answer;
  }

  function entered(): SignInValues {
    return {
      pocketoptionId: pocketoptionId.current?.value ?? "",
      passcode: passcode.current?.value ?? "",
    };
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

  const asksForPasscode = passcodeFor !== null || invite !== undefined;
  const [step, fault] = isStep(state.failure) ? [state.failure, null] : [null, state.failure];
  const { pocketoption_id: isIdWrong, passcode: passcodeProblem } = state.problems;

  function passcodeText(problem: string): string {
    const isCommon = problem === "passcode_too_common";
    return t(`form.passcode.${isCommon ? "common" : problemOf(Passcode, sent.passcode)}`);
  }

  return (
    // Without script this method sends nothing anywhere. Not `aria-busy`, which would hold the dialog: this one may be given up.
    <form ref={attach} className="form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <noscript>
        <p className="form__error">{t("form.noscript")}</p>
      </noscript>
      <div role="alert">{fault && <SignInFailureText failure={fault} />}</div>
      <TextField
        ref={pocketoptionId}
        name="pocketoption_id"
        label={t("form.pocketoptionId.label")}
        hint={t("form.pocketoptionId.hint")}
        error={isIdWrong && t(`form.pocketoptionId.${problemOf(PocketoptionId, sent.pocketoptionId)}`)}
        onInput={() => flow.edited("pocketoption_id")}
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
      <button
        className="needs-script button button--primary"
        type="submit"
        aria-disabled={state.isSubmitting}
      >
        {state.isSubmitting ? t("form.submitting") : t("form.submit")}
      </button>
      {hasPasskeys && asksForPasscode ? (
        <PasskeySignUp
          readId={() => attempt({ ...entered(), passcode: "" }, SignInRequest, async () => {})}
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

/** What is wrong with a field that was found wrong, by what was typed. */
function problemOf(schema: typeof PocketoptionId | typeof Passcode, typed: string) {
  if (withoutInvisible(typed) === "") return "required";
  return v.is(schema, typed) ? "refused" : "format";
}

/** Logs what the form cannot name: the visitor can only say that it failed; whoever runs the site needs to know why. */
function loggedFailureOf(error: unknown, hasPasscode: boolean): SignInFailure {
  const failure = signInFailureOf(error, hasPasscode);
  // oxlint-disable-next-line no-console -- the only trace of it
  if (failure.kind === "unexpected") console.error("The sign-in failed", error);
  return failure;
}
