import { SessionError } from "#client/data/http-error.ts";

/** The ceremony gave no passkey: the user cancelled it, it timed out, or the device cannot verify the user. */
export class PasskeyDeclined extends SessionError {
  /** When creating one: the device already has a passkey of this account. */
  readonly isThereAlready: boolean;

  constructor(cause: unknown, isThereAlready = false) {
    super("No passkey was used", { cause });
    this.isThereAlready = isThereAlready;
  }
}
