/** For newcomers: a new passkey instead of a passcode. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { logOwnFault } from "#client/data/http-error.ts";
import type { PasskeySignUp as PasskeySignUpRequest } from "#shared/contracts/passkeys.ts";
import type { SignInRequest } from "#shared/contracts/session.ts";
import { Button } from "#client/ui/button.tsx";
import { PasskeyDeclined } from "#client/features/session/passkey-declined.ts";
import { loadCeremonies } from "#client/features/session/passkey-support.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { type SignInFailure, signInFailureOf, SignInFailureText } from "./sign-in-failure.tsx";

export interface PasskeySignUpProps {
  /** The request that the form would send; null if the id is invalid, in which case the field shows an error. */
  readonly readRequest: () => Promise<SignInRequest | null>;
  readonly invite: string | undefined;
  /** For one attempt: see `SignInRequest`. */
  readonly takeToken: () => Promise<Pick<PasskeySignUpRequest, "turnstile_token">>;
  /** Called once the server has accepted the sign-in; false discards it. */
  readonly isWanted: () => boolean;
  readonly onSignedIn: () => void;
}

export function PasskeySignUp({ readRequest, invite, takeToken, isWanted, onSignedIn }: PasskeySignUpProps) {
  const { t } = useTranslation("passkey");
  const { session } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);

  async function signUp(): Promise<void> {
    const request = await readRequest();
    if (request === null) return;
    setFailure(null);
    setIsBusy(true);
    const make = async (options: unknown) => (await loadCeremonies()).makePasskey(options);
    try {
      const { pocketoption_id } = request;
      const newcomer = { pocketoption_id, label: t("firstLabel"), invite, ...(await takeToken()) };
      await session.signUpByPasskey(newcomer, make, isWanted);
      onSignedIn();
    } catch (error) {
      logOwnFault(error);
      setFailure(failureOf(error));
    }
    setIsBusy(false);
  }

  const offer = invite === undefined ? "signUp" : "signUpInvited";
  return (
    <>
      <div role="alert">{failure && <SignInFailureText failure={failure} />}</div>
      <Button className="needs-script" isBusy={isBusy} onClick={() => void signUp()}>
        {t(isBusy ? "waiting" : offer)}
      </Button>
    </>
  );
}

function failureOf(error: unknown): SignInFailure {
  if (error instanceof PasskeyDeclined) return { kind: "signUpDeclined" };
  const failure = signInFailureOf(error, true);
  return failure.kind === "noMatch" ? { kind: "signUpRefused" } : failure;
}
