/** The WebAuthn ceremonies. Loaded on first use of a passkey. */
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import * as v from "valibot";
import {
  type NewPasskey,
  PasskeyCreationOptions,
  type PasskeyAnswer,
  PasskeyRequestOptions,
} from "#shared/contracts/passkeys.ts";
import { PasskeyDeclined } from "./passkey-declined.ts";

/**
 * The response of an existing passkey; with autofill it resolves once the user picks one. Cancels a pending ceremony. Rejects
 * with PasskeyDeclined.
 */
export async function answerByPasskey(
  options: unknown,
  { isAutofill }: { readonly isAutofill: boolean },
): Promise<PasskeyAnswer["credential"]> {
  const optionsJSON = v.parse(PasskeyRequestOptions, options);
  return startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }).catch(decline);
}

/** A new passkey. Rejects with PasskeyDeclined. */
export async function makePasskey(options: unknown): Promise<NewPasskey["credential"]> {
  const optionsJSON = v.parse(PasskeyCreationOptions, options);
  const { id, type, response } = await startRegistration({ optionsJSON }).catch(decline);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, type, response: { clientDataJSON, attestationObject, transports } };
}

/** Cancels the pending ceremony. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

function decline(error: unknown): never {
  const isRefusal = error instanceof WebAuthnError || error instanceof DOMException;
  if (!isRefusal) throw error;
  throw new PasskeyDeclined(error, error.name === "InvalidStateError");
}
