/** A browser's answer is not that of a passkey of this site. The message names the failed check; it goes only to the log. */
export class PasskeyFault extends Error {
  override readonly name = "PasskeyFault";
}

/** Throws PasskeyFault unless it holds. */
export function check(holds: boolean, fault: string): void {
  if (!holds) throw new PasskeyFault(fault);
}
