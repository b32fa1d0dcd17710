/** What the session domain needs, and what others need who ask it who calls. */
import type { SignUp, StaffSignIn } from "#shared/contracts/session.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import type { SigningKeys } from "./token-keys.ts";

/** For routes of members and staff. */
export interface CallerDependencies extends BaseDependencies {
  readonly signingKeys: SigningKeys;
  readonly staffSignIn: StaffSignIn;
}

/** For routes that also have `requireConfirmation`. */
export interface ConfirmationDependencies extends CallerDependencies {
  readonly signInLimiter: DurableObjectNamespace;
  /** As configured; empty if the operator set none. */
  readonly passcodePepper: string;
}

export interface SessionDependencies extends ConfirmationDependencies {
  readonly signUp: SignUp;
  /** Verifies Turnstile's tokens; null if sign-in requires none. */
  readonly turnstileSecret: string | null;
  readonly sleep: (delayMs: number) => Promise<void>;
}
