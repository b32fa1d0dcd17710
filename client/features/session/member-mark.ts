/**
 * Marks the document as a member's or a visitor's in its first script, so that the header reserves the right space before the
 * session is known, and a member never sees "Sign in" first (styles/header.css).
 */
import { readStored, type StorageAccess } from "#client/data/storage.ts";
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from "#shared/site/storage-names.ts";

const ATTRIBUTE = "data-member";

/** Whether a member may be signed in here. */
export function hasStoredSession(storage: StorageAccess<"getItem">): boolean {
  return [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].some((key) => readStored(storage, key) !== null);
}

/** Sets the mark from storage. */
export function markMember(root: Element, storage: StorageAccess<"getItem">): void {
  setMemberMark(root, hasStoredSession(storage));
}

/** Sets the mark once the session is known. */
export function setMemberMark(root: Element, isMember: boolean): void {
  root.setAttribute(ATTRIBUTE, String(isMember));
}
