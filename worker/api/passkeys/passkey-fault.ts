/** What a browser has answered is not what a passkey of this site answers. The message says which check it failed, for the log alone. */
export class PasskeyFault extends Error {
  override readonly name = "PasskeyFault";
}

/** Throws PasskeyFault unless it holds. */
export function check(holds: boolean, fault: string): void {
  if (!holds) throw new PasskeyFault(fault);
}
