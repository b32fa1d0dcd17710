/** What a browser has answered is not what a passkey of this site answers. The message says which check it failed, for the log alone. */
export class PasskeyFault extends Error {
  override readonly name = "PasskeyFault";
}

/** Throws PasskeyFault unless it holds. */
export function check(holds: boolean, fault: string): void {
  if (!holds) throw new PasskeyFault(fault);
}

/** As `work` gives it; whatever that throws of what it was given becomes a PasskeyFault. */
export function orFault<Value>(fault: string, work: () => Value): Value {
  try {
    return work();
  } catch {
    throw new PasskeyFault(fault);
  }
}
