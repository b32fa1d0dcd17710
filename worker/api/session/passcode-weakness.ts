/** Which new passcodes are refused because they are easy to guess. */
import { MIN_STAFF_PASSCODE_CHARACTERS, type Role } from "#shared/contracts/session.ts";
import { COMMON_PASSCODES } from "./common-passcodes.ts";

export type PasscodeWeakness = "staff_passcode_too_short" | "passcode_too_common";

let common: ReadonlySet<string> | undefined;

/** Null if the passcode may be set for an account of this id and role. */
export function passcodeWeakness(
  passcode: string,
  pocketoptionId: string,
  role: Role,
): PasscodeWeakness | null {
  if (role === "staff" && passcode.length < MIN_STAFF_PASSCODE_CHARACTERS) return "staff_passcode_too_short";
  common ??= new Set(COMMON_PASSCODES);
  const folded = passcode.toLowerCase();
  // For staff also the word inside a lengthened one: "Password1234!".
  const words = role === "staff" ? [folded, folded.replaceAll(/^[^a-z]+|[^a-z]+$/g, "")] : [folded];
  const isCommon = folded === pocketoptionId.toLowerCase() || words.some((word) => common?.has(word));
  return isCommon ? "passcode_too_common" : null;
}
