import { SessionError } from "#client/data/http-error.ts";

/** No passkey came of it: somebody has cancelled it, it took too long, or nothing here can tell who it is. */
export class PasskeyDeclined extends SessionError {
  /** Of a new one: the device has one of this account already. */
  readonly isThereAlready: boolean;

  constructor(cause: unknown, isThereAlready = false) {
    super("No passkey was used", { cause });
    this.isThereAlready = isThereAlready;
  }
}
