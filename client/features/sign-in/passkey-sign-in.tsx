/** Sign-in by passkey: a button, and the browser's autofill in the field of the account id. */
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { logOwnFault } from "#client/data/http-error.ts";
import { Button } from "#client/ui/button.tsx";
import { PasskeyDeclined } from "#client/features/session/passkey-declined.ts";
import { knowsPasskeys, loadCeremonies } from "#client/features/session/passkey-support.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { type SignInFailure, signInFailureOf, SignInFailureText } from "./sign-in-failure.tsx";
import { PASSKEY_RENEWED_AFTER_MS } from "#shared/limits/sessions.ts";

export interface PasskeySignInProps {
  /** Called once the server has accepted the sign-in; false discards it. */
  readonly isWanted: () => boolean;
  readonly onSignedIn: () => void;
}

export function PasskeySignIn({ isWanted, onSignedIn }: PasskeySignInProps) {
  const { t } = useTranslation("passkey");
  const { session } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [round, setRound] = useState(0);

  async function signIn(isAutofill: boolean, isOver: () => boolean): Promise<void> {
    let isAnswered = false;
    try {
      await session.signInByPasskey(async (options) => {
        const { answerByPasskey } = await loadCeremonies();
        if (isOver()) throw new PasskeyDeclined(null);
        const answer = await answerByPasskey(options, { isAutofill });
        isAnswered = true;
        return answer;
      }, isWanted);
      onSignedIn();
    } catch (error) {
      if (isOver()) return;
      logOwnFault(error);
      // An error of the autofill ceremony is not shown, because the user has not asked for it.
      if (isAutofill && !isAnswered) return;
      setFailure(failureOf(error));
      if (isAutofill) renew();
    }
  }

  async function press(): Promise<void> {
    setFailure(null);
    setIsBusy(true);
    await signIn(false, () => false);
    setIsBusy(false);
  }

  function renew(): void {
    setRound((last) => last + 1);
  }

  return (
    <>
      <div role="alert">{failure && <SignInFailureText failure={failure} />}</div>
      {isBusy ? null : (
        <AutofillOffer key={round} answer={(isOver) => signIn(true, isOver)} onOutdated={renew} />
      )}
      <Button className="needs-script" isBusy={isBusy} onClick={() => void press()}>
        {t(isBusy ? "waiting" : "submit")}
      </Button>
    </>
  );
}

interface AutofillOfferProps {
  /** Requests a passkey by autofill; the result is dropped once `isOver`. */
  readonly answer: (isOver: () => boolean) => Promise<void>;
  /** Called when the challenge is about to expire and the page is visible. */
  readonly onOutdated: () => void;
}

/** Renders nothing: while it is mounted, the browser offers passkeys in the field of the account id. */
function AutofillOffer({ answer, onOutdated }: AutofillOfferProps) {
  const ask = useEffectEvent(answer);
  const renew = useEffectEvent(onOutdated);

  useEffect(() => {
    let isOver = false;
    let isOffered = false;
    async function offer(): Promise<void> {
      isOffered = (await canAutofill()) && !isOver;
      if (isOffered) await ask(() => isOver);
    }
    function renewOnceSeen(): void {
      if (document.visibilityState === "visible") renew();
      else document.addEventListener("visibilitychange", renewOnceSeen, { once: true });
    }
    void offer();
    const timer = setTimeout(renewOnceSeen, PASSKEY_RENEWED_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", renewOnceSeen);
      if (isOffered) void stopAsking();
    };
  }, []);

  return null;
}

async function stopAsking(): Promise<void> {
  (await loadCeremonies()).stopAsking();
}

function failureOf(error: unknown): SignInFailure {
  if (error instanceof PasskeyDeclined) return { kind: "passkeyDeclined" };
  const failure = signInFailureOf(error, true);
  return failure.kind === "noMatch" ? { kind: "passkeyRefused" } : failure;
}

async function canAutofill(): Promise<boolean> {
  // Also asked while the page is hydrated, when support is still assumed.
  if (!knowsPasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
