/**
 * Marks the document as a member's or a visitor's from its first script on, so that the header has its room before the browser
 * knows who it is, and nobody who is signed in reads "Sign in" first (styles/header.css).
 */
import { hasStoredSession } from "./token-keys.ts";

const ATTRIBUTE = "data-member";

/** As storage has it. */
export function markMember(root: Element, storage: () => Pick<Storage, "getItem">): void {
  setMemberMark(root, hasStoredSession(storage));
}

/** Once the session knows. */
export function setMemberMark(root: Element, isMember: boolean): void {
  root.setAttribute(ATTRIBUTE, String(isMember));
}
