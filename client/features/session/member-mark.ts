/**
 * Marks the document as a member's or a visitor's from its first script on, so that the header has its room before the browser
 * knows who it is, and nobody who is signed in reads "Sign in" first (styles/header.css).
 */
import { readStored, type StorageAccess } from "#client/data/storage.ts";
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from "#shared/storage-names.ts";

const ATTRIBUTE = "data-member";

/** Whether somebody may be signed in here. */
export function hasStoredSession(storage: StorageAccess<"getItem">): boolean {
  return [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].some((key) => readStored(storage, key) !== null);
}

/** As storage has it. */
export function markMember(root: Element, storage: StorageAccess<"getItem">): void {
  setMemberMark(root, hasStoredSession(storage));
}

/** Once the session knows. */
export function setMemberMark(root: Element, isMember: boolean): void {
  root.setAttribute(ATTRIBUTE, String(isMember));
}
